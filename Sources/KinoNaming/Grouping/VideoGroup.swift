/// Videos that are one thing: a movie or an episode with its versions, or one extra.
public struct VideoGroup: Hashable, Sendable {
  /// The versions, the main one first.
  ///
  /// Each is the places of its files in the list that was grouped: one, or the parts of a stack in
  /// order.
  public let versions: [[Int]]
  /// Whether it is an extra.
  public let isExtra: Bool
}

extension VideoGroup {
  /// Groups the videos of a folder and of the folders below it.
  ///
  /// Files are parts of a stack where their names differ in a number at the end alone (`CD1`,
  /// `part 2`, `pt3`, `parta`). Episodes are versions of each other where season and number are the
  /// same; movies, where all in a folder are named like it and differ in what follows. The time is
  /// that of parsing and sorting.
  ///
  /// - Parameter paths: What a source lists. Files that are no videos are left out by their extension.
  /// - Returns: The groups, in the order of their first file.
  public static func grouping(_ paths: [[UInt8]]) -> [VideoGroup] {
    let files = paths.enumerated().compactMap { GroupedFile($0.offset, $0.element) }
    var groups = files.filter(\.isExtra).map { VideoGroup(versions: [[$0.place]], isExtra: true) }
    let units = VideoUnit.units(files.filter { !$0.isExtra })
    for (key, units) in Dictionary(grouping: units, by: \.key) {
      groups +=
        key.isMovie ? movies(units) : [VideoGroup(versions: units.sortedVersions, isExtra: false)]
    }
    return groups.sorted { $0.first < $1.first }
  }

  private var first: Int { versions.joined().min() ?? 0 }

  /// Versions of one movie if all in the folder are; a movie each otherwise.
  private static func movies(_ units: [VideoUnit]) -> [VideoGroup] {
    let years = Set(units.compactMap(\.year))
    if years.count <= 1, units.allSatisfy(\.isNamedLikeFolder) {
      return [VideoGroup(versions: units.sortedVersions, isExtra: false)]
    }
    return units.map { VideoGroup(versions: [$0.places], isExtra: false) }
  }
}

extension [VideoUnit] {
  /// The one that is named exactly like its folder first, then in the order of the list.
  fileprivate var sortedVersions: [[Int]] {
    sorted { one, other in
      if one.isFolderName != other.isFolderName { return one.isFolderName }
      return (one.places.first ?? 0) < (other.places.first ?? 0)
    }.map(\.places)
  }
}
