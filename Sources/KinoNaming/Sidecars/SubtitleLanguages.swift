/// The languages that names of subtitles give: codes of ISO 639, English names, and BCP 47 tags.
enum SubtitleLanguages {
  /// The BCP 47 tag of a part of a name; `nil` if it names no language.
  static func tag(_ text: PathText, _ part: Range<Int>) -> String? {
    guard part.count >= 2, part.count <= 16 else { return nil }
    let folded = String(decoding: text.folded[part], as: UTF8.self)
    if let tag = tags[folded] { return tag }
    let subtags = folded.split(whereSeparator: { $0 == "-" || $0 == "_" })
    guard subtags.count == 2, let language = tags[String(subtags[0])], subtags[0].utf8.count <= 3
    else {
      return nil
    }
    return region(subtags[1]).map { "\(language)-\($0)" }
  }

  /// A region (`BR`, `419`) or a script (`Hans`).
  private static func region(_ subtag: Substring) -> String? {
    switch subtag.utf8.count {
    case 2 where subtag.utf8.allSatisfy(\.isLetter): subtag.uppercased()
    case 3 where subtag.utf8.allSatisfy(\.isDigit): String(subtag)
    case 4 where ["hans", "hant", "latn", "cyrl"].contains(subtag):
      subtag.prefix(1).uppercased() + subtag.dropFirst()
    default: nil
    }
  }

  private static let tags: [String: String] = {
    var tags: [String: String] = [:]
    for line in table.split(separator: "|") {
      let names = line.split(separator: ",").map(String.init)
      for name in names { tags[name] = names[0] }
    }
    return tags
  }()

  private static let table = """
    en,eng,english|fr,fra,fre,french|de,deu,ger,german|es,spa,spanish|it,ita,italian|pt,por,portuguese|\
    ru,rus,russian|ja,jpn,japanese|ko,kor,korean|zh,zho,chi,chinese|hi,hin,hindi|nl,nld,dut,dutch|\
    pl,pol,polish|sv,swe,swedish|no,nor,norwegian|nb,nob|nn,nno|da,dan,danish|fi,fin,finnish|cs,ces,cze,czech|\
    hu,hun,hungarian|tr,tur,turkish|el,ell,gre,greek|he,heb,hebrew|ar,ara,arabic|th,tha,thai|\
    vi,vie,vietnamese|uk,ukr,ukrainian|ro,ron,rum,romanian|bg,bul,bulgarian|hr,hrv,croatian|sr,srp,serbian|\
    sk,slk,slo,slovak|sl,slv,slovenian|lt,lit,lithuanian|lv,lav,latvian|et,est,estonian|id,ind,indonesian|\
    ms,msa,may,malay|fa,fas,per,persian|bn,ben,bengali|ta,tam,tamil|te,tel,telugu|ml,mal,malayalam|\
    kn,kan,kannada|ur,urd,urdu|ca,cat,catalan|eu,eus,baq,basque|gl,glg,galician|is,isl,ice,icelandic|\
    ka,kat,geo,georgian|hy,hye,arm,armenian|mk,mkd,mac,macedonian|sq,sqi,alb,albanian|be,bel,belarusian|\
    az,aze,azerbaijani|kk,kaz,kazakh|mn,mon,mongolian|my,mya,bur,burmese|km,khm,khmer|lo,lao|ne,nep,nepali|\
    pa,pan,punjabi|mr,mar,marathi|gu,guj,gujarati|si,sin,sinhala|tl,tgl,tagalog|fil,filipino|cy,cym,wel,welsh|\
    ga,gle,irish|af,afr,afrikaans|sw,swa,swahili|la,lat,latin|und
    """
}
