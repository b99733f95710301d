import Foundation
import KinoCore
import KinoScan
import KinoTestSupport
import Testing

@Suite("The deletion plan as JSON")
struct DeletionPlanEncodingTests {
  @Test("has counts under stable names, the verdict and the largest removals")
  func json() throws {
    var summary = StagingSummary()
    summary.absent = .init(videos: 20, sidecars: 1)
    summary.coveredVideos = 20
    let removal = DirectoryRemoval(path: .path("Films"), videos: 20, sidecars: 1)
    let plan = DeletionPlan(summary, largest: [removal], holdsBefore: nil, policy: ScanPolicy())
    let data = try JSONEncoder().encode(plan)
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(object["verdict"] as? String == "hold")
    #expect(object["coveredVideos"] as? Int == 20)
    #expect((object["absent"] as? [String: Any])?["videos"] as? Int == 20)
    #expect((object["anomaly"] as? String)?.isEmpty == false)
    let largest = try #require(object["largest"] as? [[String: Any]])
    #expect(largest.first?["path"] as? String == "Films")
  }
}
