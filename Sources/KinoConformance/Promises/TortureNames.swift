import KinoCore

/// Names that are legal, and that software trips over.
enum TortureNames {
  /// Characters that mean something in URLs, shells, globs or to some other program.
  static let characters: [String] = [
    "with space.mkv", "100%.mkv", "a%20b.mkv", "a+b.mkv", "a#b.mkv", "a?b.mkv", "a&b.mkv",
    "a;b.mkv", "it's.mkv", "say \"so\".mkv", "back`tick.mkv", "[2001].mkv", "{x}.mkv", "~home.mkv",
    "at@sign.mkv", "a=b.mkv", "a,b.mkv", ".leading dot.mkv", "-leading dash.mkv", "LONGNA~1.MKV",
    "emoji 🎬🏳️‍🌈.mkv", "映画 기생충.mkv", "فيلم.mkv", "(2001) $HOME !.mkv", "a*b|c<d>e.mkv",
  ]

  /// Names that other systems forbid or change.
  static let foreign: [String] = [
    "trailing dot.", "trailing space ", "S01:E01.mkv", "back\\slash.mkv", "CON", "aux.mkv", "LPT1",
  ]

  /// Names with characters that move cursors and break lines.
  static let controls: [String] = [
    "new\nline.mkv", "tab\there.mkv", "bell\u{7}.mkv", "del\u{7F}.mkv",
  ]

  /// `é` in one scalar and in two.
  static let composed = "caf\u{E9}.mkv"
  static let decomposed = "cafe\u{301}.mkv"

  /// Latin-1, which is not UTF-8.
  static let notUTF8: [UInt8] = Array("caf".utf8) + [0xE9] + Array(".mkv".utf8)
}
