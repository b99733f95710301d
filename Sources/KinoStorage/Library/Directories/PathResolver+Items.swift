import KinoCore
import KinoSQL

extension PathResolver {
  /// The path of a name in a directory; of a directory that is cut off from the root, from there.
  mutating func path(
    of name: [UInt8],
    in directory: DirectoryID
  ) throws(SQLiteError) -> SourcePath {
    let parent = try path(of: directory) ?? .root
    return parent.appending(PathComponent(trusted: name))
  }
}
