import KinoCore

/// What the name of a picture says that it shows.
enum PictureName: Hashable {
  /// What the folder is of.
  case folder(PictureKind, score: Int)
  /// A season of the folder's series; 0 for specials.
  case season(Int, PictureKind)
  /// Nothing that is known.
  case other

  /// Reads a name without its extension, in small letters of ASCII.
  init(_ stem: [UInt8]) {
    let stem = String(decoding: stem, as: UTF8.self)
    if let season = Self.season(stem) {
      self = season
    } else if let (kind, score) = Self.kind(of: stem) {
      self = .folder(kind, score: score)
    } else {
      self = .other
    }
  }

  /// What a word stands for, with or without a number behind it; numbered ones come later.
  static func kind(of word: String) -> (PictureKind, Int)? {
    let digits = word.reversed().prefix { $0.isASCII && $0.isNumber }.count
    var name = word.dropLast(min(digits, 3))
    if digits > 0, let last = name.last, last == "-" || last == "_" { name = name.dropLast() }
    guard let (kind, score) = kinds[String(name)] else { return nil }
    guard digits > 0 else { return (kind, score) }
    return (kind, max(1, score - 20 - min(19, Int(word.suffix(min(digits, 3))) ?? 0)))
  }

  private static let kinds: [String: (PictureKind, Int)] = [
    "poster": (.poster, 100), "folder": (.poster, 90), "cover": (.poster, 85),
    "movie": (.poster, 80), "show": (.poster, 80), "default": (.poster, 75),
    "keyart": (.poster, 60), "fanart": (.backdrop, 100), "backdrop": (.backdrop, 95),
    "background": (.backdrop, 90), "art": (.backdrop, 80), "banner": (.banner, 100),
    "clearlogo": (.logo, 100), "logo": (.logo, 90), "clearart": (.clearart, 100),
    "landscape": (.landscape, 100), "thumb": (.thumb, 100),
  ]

  /// `season01-poster`, `season-specials-banner`, `season02`; `season-all-poster` is the series's.
  private static func season(_ stem: String) -> PictureName? {
    guard stem.hasPrefix("season") else { return nil }
    var rest = stem.dropFirst(6)
    if let first = rest.first, "- _".contains(first) { rest = rest.dropFirst() }
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    let number: Int?
    if !digits.isEmpty {
      number = Int(digits)
      rest = rest.dropFirst(digits.count)
    } else if rest.hasPrefix("specials") {
      number = 0
      rest = rest.dropFirst(8)
    } else if rest.hasPrefix("all") {
      number = nil
      rest = rest.dropFirst(3)
    } else {
      return nil
    }
    let word = rest.first == "-" || rest.first == "_" ? String(rest.dropFirst()) : String(rest)
    guard let kind = word.isEmpty ? .poster : kind(of: word)?.0 else { return nil }
    return number.map { .season($0, kind) } ?? .folder(kind, score: 50)
  }
}
