/// What the filter makes of an entry.
package enum Verdict: Hashable, Sendable {
  /// A file that plays.
  case video(MediaKind)
  /// A file that belongs to one that plays.
  case sidecar(SidecarKind)
  /// A directory to list.
  case directory
  /// A marker that leaves out the directory it lies in.
  case marker(DirectoryMarker)
  /// A rule hides what would otherwise count, or a directory that may hold some.
  case excluded(FilterRule)
  /// Nothing that would count.
  case ignored(FilterRule)
  /// The source did not say what it is: what is published for it stays.
  case undecided
}

/// A file that leaves out the directory it lies in, with everything below.
package enum DirectoryMarker: String, Hashable, Sendable {
  case nomedia = ".nomedia"
  case ignore = ".ignore"

  /// The marker of this name; bytes are compared exactly, as the tools that write them do.
  init?(_ name: [UInt8]) {
    guard name.first == UInt8(ascii: ".") else { return nil }
    switch name.count {
    case 8 where name.elementsEqual(Self.nomedia.rawValue.utf8): self = .nomedia
    case 7 where name.elementsEqual(Self.ignore.rawValue.utf8): self = .ignore
    default: return nil
    }
  }
}

/// A rule by which a filter leaves something out.
public enum FilterRule: String, Hashable, Sendable, Codable, CaseIterable {
  /// Systems leave such names behind in every folder.
  case junkName
  /// The name begins with a dot, or the source hides it.
  case hidden
  /// An excluded path of the source's settings.
  case excludedPath
  /// The source's settings name other paths to include.
  case outsideIncludedPaths
  /// A `.nomedia` or `.ignore` file.
  case marker
  /// The extension belongs to no kind of file that a library keeps.
  case otherExtension
  /// A link, pipe, socket or device.
  case notAFile
}
