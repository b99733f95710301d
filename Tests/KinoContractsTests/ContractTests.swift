import KinoContracts
import Testing

@Suite("Contracts")
struct ContractTests {
  @Test("v1 has 27 tables, v11 the customer's 33, v12 one more (ST-2, ST-4, ST-7)")
  func tableCounts() {
    #expect(
      DatabaseContract.library.versions.map(\.tableCount)
        == [27, 29, 30, 30, 30, 31, 31, 31, 31, 32, 33, 34]
    )
    #expect(DatabaseContract.metadataCache.versions.map(\.tableCount) == [3])
  }

  @Test(
    "versions are numbered from 1 without a gap (MG-1)",
    arguments: [DatabaseContract.library, .account, .metadataCache]
  )
  func consecutiveVersions(_ contract: DatabaseContract) {
    #expect(contract.versions.map(\.version) == Array(1...contract.current))
  }
}
