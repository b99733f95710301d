/// The characters that HTML has names for, which NFOs use though XML does not know them.
enum CharacterNames {
  /// The character of a name, in UTF-8; `nil` where HTML has none of the common ones.
  static func utf8(_ name: ArraySlice<UInt8>) -> [UInt8]? {
    table[String(decoding: name, as: UTF8.self)]
  }

  private static let table: [String: [UInt8]] = {
    var table: [String: [UInt8]] = [:]
    for (name, value) in zip(latin, UInt32(0xA0)...) {
      table[name] = Unicode.Scalar(value).map { Array(String($0).utf8) }
    }
    for (name, character) in others { table[name] = Array(character.utf8) }
    return table
  }()

  /// Those of Latin-1 from 0xA0 on, in order.
  private static let latin = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn \
    sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave \
    Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml \
    ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN \
    szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute \
    icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml \
    yacute thorn yuml
    """.split(separator: " ").map(String.init)

  private static let others = [
    "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“",
    "rdquo": "”", "bdquo": "„", "hellip": "…", "euro": "€", "trade": "™", "bull": "•",
    "lsaquo": "‹", "rsaquo": "›", "OElig": "Œ", "oelig": "œ", "Scaron": "Š", "scaron": "š",
    "Yuml": "Ÿ", "dagger": "†", "permil": "‰", "minus": "−", "prime": "′", "Prime": "″",
    "infin": "∞", "hearts": "♥", "ensp": " ", "emsp": " ", "thinsp": " ", "zwnj": "\u{200C}",
    "zwj": "\u{200D}", "lrm": "\u{200E}", "rlm": "\u{200F}",
  ]
}
