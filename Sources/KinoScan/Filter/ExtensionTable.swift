/// What the extension of a file name says about the file.
///
/// An extension of up to eight bytes is one integer, so that looking one up costs a few
/// nanoseconds and allocates nothing.
struct ExtensionTable: Sendable {
  /// What an extension stands for.
  enum Meaning: UInt8, CaseIterable {
    case video = 1, playlist, disc
    /// A file of a Blu-ray's or DVD's structure, which says what its streams make up.
    case discStructure
    case subtitle, nfo, artwork, chapters, audio, json
    /// Text of any sort, which holds chapters when the name says so.
    case text
  }

  private var keys = [UInt64](repeating: 0, count: Self.slots)
  private var meanings = [UInt8](repeating: 0, count: Self.slots)

  /// A power of two, several times the number of extensions.
  private static let slots = 1024

  init(_ lists: [(Meaning, String)] = Self.builtIn) {
    for (meaning, list) in lists {
      for name in list.split(whereSeparator: \.isWhitespace) {
        insert(Self.key(ofName: Array(".\(name)".utf8), stem: 0), meaning)
      }
    }
  }

  private mutating func insert(_ key: UInt64, _ meaning: Meaning) {
    guard key != 0 else { return }
    var slot = Self.slot(of: key)
    while keys[slot] != 0 && keys[slot] != key { slot = (slot + 1) & (Self.slots - 1) }
    keys[slot] = key
    meanings[slot] = meaning.rawValue
  }

  /// What the extension of a name stands for; `nil` for one of no interest, or none.
  ///
  /// A leading dot begins no extension: `.mkv` is a hidden file without one.
  func meaning(of name: [UInt8]) -> Meaning? {
    let key = Self.key(ofName: name, stem: 1)
    guard key != 0 else { return nil }
    var slot = Self.slot(of: key)
    while keys[slot] != key {
      guard keys[slot] != 0 else { return nil }
      slot = (slot + 1) & (Self.slots - 1)
    }
    return Meaning(rawValue: meanings[slot])
  }

  /// The bytes behind the last dot, the last one lowest, letters of ASCII lowered; 0 when there are
  /// none or more than eight, or when fewer than `stem` bytes stand before the dot.
  @inline(__always)
  private static func key(ofName name: [UInt8], stem: Int) -> UInt64 {
    var key: UInt64 = 0
    var shift: UInt64 = 0
    var position = name.count - 1
    while position >= stem {
      let byte = name[position]
      if byte == UInt8(ascii: ".") { return key }
      guard shift < 64 else { return 0 }
      key |= UInt64(byte.asciiLowercased) << shift
      shift += 8
      position -= 1
    }
    return 0
  }

  @inline(__always)
  private static func slot(of key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 54) & (slots - 1)
  }

  /// What Kodi, Jellyfin, Plex and VLC take, less what means something else more often (`.dat`,
  /// `.mod`, `.bin`, `.img` of no disc).
  static let builtIn: [(Meaning, String)] = [
    (
      .video,
      """
      3g2 3gp 3gp2 3gpp 264 265 amv asf avi avs bik divx drc dv dvr-ms evo f4p f4v fli flv gxf
      h264 h265 hevc ifv ivf k3g m1v m2p m2t m2ts m2v m4v mj2 mk3d mkv mov mp2v mp4 mp4v mpe mpeg
      mpeg1 mpeg2 mpeg4 mpg mpg2 mpg4 mps mpv mpv2 mts mtv mxf nsv nut nuv ogm ogv ogx ps qt rec
      rm rmvb roq skm svi tod tp trp ts tts vc1 viv vivo vob vp6 vro webm wm wmv wtv xesc xvid y4m
      """
    ),
    (.playlist, "asx b4s m3u m3u8 pls strm wpl wvx xspf"),
    (.disc, "iso udf"),
    (.discStructure, "bdmv bup clpi ifo mpls"),
    (
      .subtitle,
      """
      aqt ass cap dfxp idx itt jss mks mpl mpl2 pgs pjs psb rt sami sbv scc smi srt ssa stl sub
      sup ttml usf vtt webvtt
      """
    ),
    (.nfo, "nfo"),
    (.artwork, "avif bmp gif heic heif jfif jpe jpeg jpg jxl png svg tbn tif tiff webp"),
    (.chapters, "chp edl"),
    (
      .audio,
      "aac ac3 ac4 aif aiff alac ape dts dtshd ec3 eac3 flac m4a mka mlp mp2 mp3 mpa oga ogg opus thd"
        + " truehd wav weba wma wv"
    ),
    (.json, "json"),
    (.text, "txt xml"),
  ]
}

extension UInt8 {
  /// The byte, a capital letter of ASCII made small.
  @inline(__always)
  var asciiLowercased: UInt8 { self &- 65 < 26 ? self | 0x20 : self }
}
