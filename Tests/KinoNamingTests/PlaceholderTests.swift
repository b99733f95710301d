import KinoNaming
import Testing

@Suite("Names")
struct NamesTests {
  @Test("a movie with its year is read")
  func movie() {
    let name = NameParser().parse("Quiet Harbour (1998)/Quiet Harbour (1998).mkv")
    #expect(name.title?.value == "Quiet Harbour")
    #expect(name.year?.value == 1998)
  }
}
