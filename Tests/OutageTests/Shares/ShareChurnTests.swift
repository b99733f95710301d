import KinoCore
import KinoTestServers
import KinoTestTools
import Kinothek
import Testing

@Suite("A large directory that changes while a file server lists it")
struct ShareChurnTests {
  @Test("files that nobody touches stay, whatever happens beside them", arguments: ShareKind.all)
  func churn(_ kind: ShareKind) async throws {
    let count = Tier.isLong ? 20_000 : 2_000
    let tree = try await ShareTree(kind)
    let directory = try FolderTree(at: tree.folder.location("Large"))
    for index in 0..<count {
      try directory.write("film \(index).mkv", size: 64, content: 9, modified: 1_200_000_000)
    }
    let library = try await ShareLibrary(tree)
    let victims = count / 20
    let before = try library.library.contents().contents.present
    let isUntouched: (String) -> Bool = { path in
      guard let number = path.split(separator: "/film ").last?.split(separator: ".").first,
        path.contains("Large/")
      else { return true }
      return Int(number).map { $0 >= 2 * victims } ?? false
    }
    for round in 0..<2 {
      let changes = library.inTheMiddle {
        for index in round * victims..<(round + 1) * victims {
          try directory.remove("film \(index).mkv")
          try directory.write("new \(index).mkv", size: 65, content: 8, modified: 1_200_000_001)
          if index.isMultiple(of: 3) {
            try directory.move("new \(index).mkv", to: "newer \(index).mkv")
          }
        }
      }
      let report = await library.library.scan()
      #expect(report.state == .completed, "\(String(describing: report.failure))")
      _ = try await changes.value
      let now = try library.library.contents().contents.present
      for (path, item) in before where isUntouched(path) {
        #expect(now[path]?.id == item.id, "\(path)")
      }
    }
    try await library.library.expectGoodScan()
    let after = try library.library.contents().contents.present
    #expect(after.count == before.count)
    #expect(after.keys.count { $0.contains("Large/new") } == 2 * victims)
  }
}
