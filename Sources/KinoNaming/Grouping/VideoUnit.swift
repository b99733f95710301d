/// A file, or the files of a stack, before versions are put together.
struct VideoUnit {
  /// The files' places in the list; of a stack in the order of its parts.
  let places: [Int]
  /// What units that belong together share.
  let key: Key
  let year: Int?
  /// Whether the name is its folder's, followed by nothing or by what tells versions apart.
  let isNamedLikeFolder: Bool
  /// Whether the name is its folder's.
  let isFolderName: Bool

  /// Movies share their folder; episodes also title and number.
  struct Key: Hashable {
    let folder: [UInt8]
    var isMovie = true
    var title = ""
    var season: Int?
    var numbers: [Int] = []
    var date: CalendarDate?
  }

  private init(_ files: [GroupedFile], base: [UInt8]) {
    places = files.map(\.place)
    let name = files[0].name
    key = Self.key(of: name, in: files[0].folder)
    year = name.year?.value
    let folder = files[0].folderName
    isFolderName = base == folder
    isNamedLikeFolder =
      !folder.isEmpty && base.starts(with: folder)
      && Self.isVersion(base[folder.count...])
  }

  private static func key(of name: ParsedName, in folder: [UInt8]) -> Key {
    var key = Key(folder: folder)
    key.numbers = name.episodes?.value ?? name.absolute.map { [$0.value] } ?? []
    key.date = name.date?.value
    guard name.kind == .episode, !key.numbers.isEmpty || key.date != nil else {
      return Key(folder: folder)
    }
    key.isMovie = false
    key.title = name.title?.value.lowercased() ?? ""
    key.season = name.season?.value
    return key
  }

  /// Whether what follows a folder's name tells versions apart: ` - 1080p`, `-2`, `_4K`, ` [test]`.
  private static func isVersion(_ rest: ArraySlice<UInt8>) -> Bool {
    let trimmed = rest.drop { $0 == 0x20 }
    guard let first = trimmed.first else { return true }
    if first == UInt8(ascii: "[") { return trimmed.contains(UInt8(ascii: "]")) }
    return [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ".")].contains(first)
  }

  /// Puts the parts of stacks together; two or more make one.
  static func units(_ files: [GroupedFile]) -> [VideoUnit] {
    var stacks: [StackKey: [(number: Int, file: GroupedFile)]] = [:]
    var units: [VideoUnit] = []
    for file in files {
      if let part = StackNumber(file.stem) {
        let key = StackKey(folder: file.folder, base: part.base, series: part.series)
        stacks[key, default: []].append((part.number, file))
      } else {
        units.append(VideoUnit([file], base: file.stem))
      }
    }
    for (key, parts) in stacks {
      let isStack = Set(parts.map(\.number)).count == parts.count && parts.count > 1
      if isStack {
        units.append(VideoUnit(parts.sorted { $0.number < $1.number }.map(\.file), base: key.base))
      } else {
        units += parts.map { VideoUnit([$0.file], base: $0.file.stem) }
      }
    }
    return units.sorted { ($0.places.first ?? 0) < ($1.places.first ?? 0) }
  }

  private struct StackKey: Hashable {
    let folder: [UInt8]
    let base: [UInt8]
    let series: [UInt8]
  }
}
