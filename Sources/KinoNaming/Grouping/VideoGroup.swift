/// Videos that are one thing: a movie or an episode with its versions, or one extra.
public struct VideoGroup: Hashable, Sendable {
  /// One way in which the thing is there.
  public struct Version: Hashable, Sendable {
    /// The places of its files in the list that was grouped.
    ///
    /// One; the parts of a stack in order; or all files of a disc, and of the discs of a stack one
    /// after the other, as they were listed.
    public let files: [Int]
    /// What kind of disc it is, if it is one.
    public let disc: DiscKind?
  }

  /// The versions, the main one first.
  public let versions: [Version]
  /// Whether it is an extra.
  public let isExtra: Bool
}

extension VideoGroup {
  /// Groups the videos of a folder and of the folders below it.
  ///
  /// Files are parts of a stack where their names differ in a number at the end alone (`CD1`,
  /// `part 2`, `pt3`, `parta`). All that lies in a tree of a Blu-ray or a DVD is one disc, named like
  /// the folder that holds the tree. Episodes are versions of each other where season and number are
  /// the same; movies, where all in a folder are named like it and differ in what follows. The time
  /// is that of parsing and sorting.
  ///
  /// - Parameter paths: What a source lists. Files that are no videos are left out by their extension.
  /// - Returns: The groups, in the order of their first file.
  public static func grouping(_ paths: [[UInt8]]) -> [VideoGroup] {
    let units = VideoUnit.units(
      paths.enumerated().compactMap { GroupedFile($0.offset, $0.element) }
    )
    var groups = units.filter(\.isExtra).map { VideoGroup(versions: [$0.version], isExtra: true) }
    for (key, units) in Dictionary(grouping: units.filter { !$0.isExtra }, by: \.key) {
      groups +=
        key.isMovie ? movies(units) : [VideoGroup(versions: units.sortedVersions, isExtra: false)]
    }
    return groups.sorted { $0.first < $1.first }
  }

  private var first: Int { versions.joinedFiles.min() ?? 0 }

  /// Versions of one movie if all in the folder are; a movie each otherwise.
  private static func movies(_ units: [VideoUnit]) -> [VideoGroup] {
    let years = Set(units.compactMap(\.year))
    if years.count <= 1, units.allSatisfy(\.isNamedLikeFolder) {
      return [VideoGroup(versions: units.sortedVersions, isExtra: false)]
    }
    return units.map { VideoGroup(versions: [$0.version], isExtra: false) }
  }
}

extension [VideoGroup.Version] {
  fileprivate var joinedFiles: some Sequence<Int> { lazy.flatMap(\.files) }
}

extension [VideoUnit] {
  /// The one that is named exactly like its folder first, then in the order of the list.
  fileprivate var sortedVersions: [VideoGroup.Version] {
    sorted { one, other in
      if one.isFolderName != other.isFolderName { return one.isFolderName }
      return one.first < other.first
    }.map(\.version)
  }
}
