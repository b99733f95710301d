/// The parts of a path: folders, and the name at its end without its extension.
struct PathParts {
  /// From the outermost to the name itself; never empty ranges.
  private(set) var parts: [Range<Int>] = []

  /// Splits a path at its slashes; one that begins with a drive and a backslash, at its backslashes.
  ///
  /// A slash with blanks on both sides, or within brackets, belongs to the title of a release.
  init(_ text: PathText) {
    let bytes = text.raw
    let slash = Self.separator(bytes)
    guard let last = bytes.lastIndex(of: slash) else {
      append(0..<bytes.count, bytes)
      cutExtension(text.folded)
      return
    }
    parts.reserveCapacity(6)
    let inBrackets = Self.mayBracket(bytes, last) ? Self.bracketed(bytes, slash) : []
    var start = 0
    var next = 0
    for index in 0...last where bytes[index] == slash {
      while next < inBrackets.count, inBrackets[next] < index { next += 1 }
      let isBracketed = next < inBrackets.count && inBrackets[next] == index
      let isSpaced =
        index > start && index + 1 < bytes.count && bytes[index - 1] == 0x20
        && bytes[index + 1] == 0x20
      guard !isBracketed, !isSpaced else { continue }
      append(start..<index, bytes)
      start = index + 1
    }
    append(start..<bytes.count, bytes)
    cutExtension(text.folded)
  }

  /// Whether a bracket opens in front of the last slash.
  private static func mayBracket(_ bytes: [UInt8], _ last: Int) -> Bool {
    for index in 0..<last {
      switch bytes[index] {
      case UInt8(ascii: "("), UInt8(ascii: "["), 0x90: return true
      default: continue
      }
    }
    return false
  }

  private mutating func append(_ part: Range<Int>, _ bytes: [UInt8]) {
    let isDrive =
      part.count == 2 && parts.isEmpty && bytes[part.lowerBound + 1] == UInt8(ascii: ":")
    if !part.isEmpty, !isDrive { parts.append(part) }
  }

  private static func separator(_ bytes: [UInt8]) -> UInt8 {
    let isDrive = bytes.count > 2 && bytes[1] == UInt8(ascii: ":") && bytes[2] == UInt8(ascii: "\\")
    return isDrive ? UInt8(ascii: "\\") : UInt8(ascii: "/")
  }

  /// The slashes that stand between a bracket and its end, in order.
  private static func bracketed(_ bytes: [UInt8], _ slash: UInt8) -> [Int] {
    var found: [Int] = []
    var pending: [Int] = []
    var depth = 0
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"):
        guard depth > 0 else { break }
        depth -= 1
        if depth == 0 {
          found.append(contentsOf: pending)
          pending = []
        }
      case 0x90 where index > 1 && bytes[index - 1] == 0x80 && bytes[index - 2] == 0xE3: depth += 1
      case 0x91 where index > 1 && bytes[index - 1] == 0x80 && bytes[index - 2] == 0xE3:
        guard depth > 0 else { break }
        depth -= 1
        if depth == 0 {
          found.append(contentsOf: pending)
          pending = []
        }
      case slash where depth > 0: pending.append(index)
      default: break
      }
    }
    return found
  }

  /// Leaves out the name's extension, if that is one of a file of media or beside one.
  private mutating func cutExtension(_ folded: [UInt8]) {
    guard let name = parts.last else { return }
    var dot = name.upperBound - 1
    while dot > name.lowerBound, name.upperBound - dot <= 6, folded[dot] != UInt8(ascii: ".") {
      dot -= 1
    }
    guard dot > name.lowerBound, folded[dot] == UInt8(ascii: "."),
      let key = WordKey(folded, dot + 1..<name.upperBound), Self.extensions.contains(key)
    else { return }
    parts[parts.count - 1] = name.lowerBound..<dot
  }

  private static let extensions = KeyTable(
    slots: 256,
    words: """
      mkv,mp4,avi,m4v,mov,wmv,ts,m2ts,mts,mpg,mpeg,mpe,vob,iso,webm,flv,ogm,ogv,divx,xvid,rm,rmvb,\
      asf,3gp,f4v,img,dvr-ms,wtv,strm,mk3d,m2v,qt,srt,sub,idx,ass,ssa,vtt,sup,smi,nfo,json,jpg,\
      jpeg,png,webp,mka,ac3,dts,flac,mp3,ogg,xml,txt,nzb,torrent,part
      """
  )
}
