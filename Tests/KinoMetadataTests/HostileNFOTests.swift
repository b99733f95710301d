import KinoCore
import Testing

@testable import KinoMetadata

@Suite("Hostile NFO files")
struct HostileNFOTests {
  private func failure(_ text: String) -> String? {
    NFODocument.content(of: Array(text.utf8)).failure
  }

  @Test("a document type is refused, and with it entities that grow, or lead to other files")
  func entities() {
    let laughs = (1...9).map { level in
      "<!ENTITY l\(level) \"\(String(repeating: "&l\(level - 1);", count: 10))\">"
    }
    #expect(
      failure(
        "<!DOCTYPE movie [<!ENTITY l0 \"ha\">\(laughs.joined())]><movie><title>&l9;</title></movie>"
      )
        == "documentType"
    )
    #expect(
      failure(
        "<!DOCTYPE m [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><movie><title>&x;</title></movie>"
      )
        == "documentType"
    )
    #expect(failure("<movie><!ENTITY a \"b\"><title>x</title></movie>") == "documentType")
  }

  @Test("what nests beyond reason, or has elements without end, is refused")
  func shapes() {
    #expect(failure("<movie>" + String(repeating: "<a>", count: 100_000)) == "tooComplex")
    #expect(
      failure("<movie>" + String(repeating: "<a/>", count: 100_000) + "</movie>") == "tooComplex"
    )
    let attributes = (0..<5_000).map { "a\($0)='1' " }.joined()
    #expect(
      NFODocument.content(of: Array("<movie \(attributes)><title>A</title></movie>".utf8)).records
        .count == 1
    )
  }

  @Test("a file of 50 MB is not looked into")
  func huge() {
    let bytes = [UInt8](repeating: UInt8(ascii: "<"), count: 50 << 20)
    #expect(NFODocument.content(of: bytes).failure == "tooLarge")
  }

  @Test("texts and lists are cut to what is kept")
  func lengths() {
    let long = String(repeating: "ü", count: 400_000)
    let genres = (0..<2_000).map { "<genre>g\($0)</genre>" }.joined()
    let text = "<movie><title>\(long)</title><plot>\(long)</plot>\(genres)</movie>"
    let record = NFODocument.content(of: Array(text.utf8)).records.first
    #expect(record?.title?.utf8.count == MetadataRecord.Limit.title)
    #expect(record?.overview?.utf8.count == MetadataRecord.Limit.text)
    #expect(record?.genres.count == MetadataRecord.Limit.list)
  }

  @Test("whatever bytes are changed, an answer comes")
  func mutations() {
    let sample = Array(
      """
      <?xml version="1.0" encoding="UTF-8"?><movie><title>A &amp; B &eacute;</title><![CDATA[x]]>
      <uniqueid type="imdb">tt0113277</uniqueid><ratings><rating max="10"><value>7.4</value></rating>
      </ratings><runtime>2h 1m</runtime><!-- c --></movie> https://www.imdb.com/title/tt0113277/
      """.utf8
    )
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      var bytes = sample
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        default: bytes.insert(contentsOf: bytes[place...].prefix(20), at: place)
        }
      }
      let content = NFODocument.content(of: bytes)
      #expect(content.failure != nil || !content.records.isEmpty)
    }
  }
}
