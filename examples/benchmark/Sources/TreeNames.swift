/// Random numbers that are the same on every machine and in every version (SplitMix64).
struct TreeRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A number from 0 up to, and without, `bound`.
  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }

  /// One of some names.
  mutating func pick(_ names: [String]) -> String { names[below(names.count)] }
}

/// Names such as collections have: mostly plain, some accented, some of East Asia.
enum TreeNames {
  static let languages = ["en", "zh", "fr", "es", "ja"]

  static func title(_ random: inout TreeRandom) -> String {
    switch random.below(100) {
    case ..<10:
      let part = ["", " \(2 + random.below(8))", " 第\(1 + random.below(5))部"]
      return random.pick(eastAsian) + random.pick(part)
    case ..<20:
      return "\(random.pick(accented)) \(random.pick(plain))"
    default:
      return (0..<(2 + random.below(3))).map { _ in random.pick(plain) }.joined(separator: " ")
    }
  }

  static func release(_ random: inout TreeRandom) -> String {
    let parts = [resolutions, origins, sounds, codecs].map { random.pick($0) }
    return parts.joined(separator: ".") + "-" + random.pick(groups)
  }

  private static let plain = words(
    """
    The Last Dark Silent River House Night Summer Lost Broken Iron Golden Hidden Winter City Blood
    Kingdom Ghost Shadow Star Falling Second Love War Return King Ocean Fire Paper Glass Secret Wild
    Red Blue Midnight Garden Empire Storm Stranger Road
    """
  )
  private static let accented = words(
    "Amélie Misérables Niño Señorita Mädchen Über Brûlée Zażółć Jalapeño Løven Ångström Épée Coração"
  )
  private static let eastAsian = words(
    "千と千尋の神隠し 卧虎藏龙 아가씨 霸王别姬 もののけ姫 花样年华 기생충 七人の侍 无间道 天気の子 올드보이 三体 進撃の巨人"
  )
  private static let resolutions = ["2160p", "1080p", "720p"]
  private static let origins = ["BluRay", "WEB-DL", "WEBRip", "HDTV", "UHD.BluRay.REMUX"]
  private static let codecs = ["x264", "x265", "H.264", "HEVC", "AV1"]
  private static let sounds = ["DTS-HD.MA.5.1", "DDP5.1.Atmos", "AAC2.0", "TrueHD.7.1", "FLAC"]
  private static let groups = words("ALPHA NORTH FRAMES RIVER ECHO CTRL FLUX DON")

  private static func words(_ text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map(String.init)
  }
}
