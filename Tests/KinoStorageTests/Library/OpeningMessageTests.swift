import KinoCore
import KinoSQL
import KinoStorage
import Testing

@Suite("Why a library could not be opened")
struct OpeningMessageTests {
  @Test(
    "is said in sentences, with what to do",
    arguments: [
      OpeningError.foreign(applicationID: 4711), .wrongFormat("page_size 512"),
      .unknownSchema(version: 3), .changedHistory(version: 4), .brokenContract(version: 5),
      .notADatabase,
    ]
  )
  func strange(_ error: OpeningError) {
    let failure = StorageError(error)
    #expect(failure.kind == .foreign)
    let name = "\(error)".prefix { $0 != "(" }
    #expect(!failure.message.contains(name), "\(failure.message)")
    #expect(failure.message.hasSuffix("."))
    #expect(failure.message.contains("Move it away") || failure.message.contains("Install it"))
  }

  @Test("names the version or the detail that tells people apart")
  func detail() {
    #expect(StorageError(.changedHistory(version: 4)).message.contains("version 4"))
    #expect(StorageError(.wrongFormat("page_size 512")).message.contains("page_size 512"))
    #expect(StorageError(.foreign(applicationID: 4711)).message.contains("4711"))
  }

  @Test(
    "names the folder and what mends it",
    arguments: [
      (OpeningError.damaged("malformed"), "backup"), (.strayLog, "library.sqlite-wal"),
      (.unavailable("unable to open"), "ulimit -n"), (.newer(version: 99, supported: 12), "Update"),
      (.insufficientSpace(neededBytes: 2, availableBytes: 1), "Make room"),
    ]
  )
  func advice(_ error: OpeningError, _ advice: String) {
    let message = StorageError(error, in: "/srv/library").message
    #expect(message.contains(advice), "\(message)")
    #expect(message.hasSuffix("."))
    let isAboutFiles = ["damaged", "strayLog", "unavailable"].contains {
      "\(error)".hasPrefix($0)
    }
    #expect(message.contains("/srv/library") == isAboutFiles, "\(message)")
  }

  @Test("of a damaged library says how to go on, also when it shows while it is used")
  func damagedInUse() {
    let failure = StorageError(SQLiteError(extendedCode: 11, message: "malformed"))
    #expect(failure.kind == .damaged)
    #expect(failure.message.contains("(malformed)") && failure.message.contains("backup"))
  }
}
