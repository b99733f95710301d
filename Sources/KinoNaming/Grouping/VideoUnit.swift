/// A file, the files of a stack or of a disc, before versions are put together.
struct VideoUnit {
  /// The files' places in the list; of a stack in the order of its parts.
  let places: [Int]
  let disc: DiscKind?
  let isExtra: Bool
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

  var version: VideoGroup.Version { VideoGroup.Version(files: places, disc: disc) }
  var first: Int { places.first ?? 0 }

  /// A unit of files that are not none; `isStack` if they are parts, or discs, of one thing.
  private init(_ files: [GroupedFile], base: [UInt8], isStack: Bool = false) {
    places = files.map(\.place)
    let name = files[0].name
    disc = files[0].disc
    isExtra = files[0].isExtra
    key = Self.key(of: name, in: isStack ? files[0].parent : files[0].folder)
    year = name.year?.value
    let folder = isStack ? files[0].parentName : files[0].folderName
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

  /// Puts the files of discs and the parts of stacks together; two parts or more make a stack.
  static func units(_ files: [GroupedFile]) -> [VideoUnit] {
    var stacks: [StackKey: [(number: Int, files: [GroupedFile])]] = [:]
    var units: [VideoUnit] = []
    for files in discs(files) {
      let file = files[0]
      if let part = Self.part(file) {
        let key = StackKey(folder: file.parent, base: part.base, series: part.series)
        stacks[key, default: []].append((part.number, files))
      } else {
        units.append(VideoUnit(files, base: file.stem))
      }
    }
    for (key, parts) in stacks {
      let isStack = Set(parts.map(\.number)).count == parts.count && parts.count > 1
      if isStack {
        let files = parts.sorted { $0.number < $1.number }.flatMap(\.files)
        units.append(VideoUnit(files, base: key.base, isStack: true))
      } else {
        units += parts.map { VideoUnit($0.files, base: $0.files[0].stem) }
      }
    }
    return units.sorted { $0.first < $1.first }
  }

  /// Which part of what a file is; the discs of a season are no parts of one thing.
  private static func part(_ file: GroupedFile) -> StackNumber? {
    guard !file.isExtra else { return nil }
    guard file.isInTree else { return StackNumber(file.stem) }
    return file.name.kind == .movie ? StackNumber(file.stem, folder: file.parentName) : nil
  }

  /// The files one by one, but those of a disc together.
  private static func discs(_ files: [GroupedFile]) -> [[GroupedFile]] {
    var discs: [DiscKey: Int] = [:]
    var all: [[GroupedFile]] = []
    for file in files {
      guard file.isInTree else {
        all.append([file])
        continue
      }
      let key = DiscKey(folder: file.folder, disc: file.disc)
      if let place = discs[key] {
        all[place].append(file)
      } else {
        discs[key] = all.count
        all.append([file])
      }
    }
    return all
  }

  private struct DiscKey: Hashable {
    let folder: [UInt8]
    let disc: DiscKind?
  }

  private struct StackKey: Hashable {
    let folder: [UInt8]
    let base: [UInt8]
    let series: [UInt8]
  }
}
