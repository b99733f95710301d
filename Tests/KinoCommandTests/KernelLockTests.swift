import Testing

@testable import KinoCommand

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("Locks as the kernel tells them")
struct KernelLockTests {
  private let held: Substring = "4: POSIX  ADVISORY  WRITE 32675 fe:10:16532688 120 120"

  @Test("a line names the process, the file and the byte")
  func line() throws {
    let lock = try #require(KernelLock(held))
    #expect(lock.processID == 32675)
    #expect(lock.start == 120)
    #expect(lock.isExclusive)
    #expect(lock.file == FileIdentity(major: 0xfe, minor: 0x10, inode: 16_532_688))
  }

  @Test("a file of the same number on another device is another file")
  func device() throws {
    let lock = try #require(KernelLock(held))
    #expect(lock.file != FileIdentity(major: 0xfe, minor: 0, inode: 16_532_688))
  }

  @Test(
    "what is no lock of a process that is seen here is left out",
    arguments: [
      "4: -> POSIX  ADVISORY  WRITE 32675 fe:10:16532688 120 120",
      "4: FLOCK  ADVISORY  WRITE 32675 fe:10:16532688 0 EOF",
      "4: POSIX  ADVISORY  WRITE 0 fe:10:16532688 120 120",
      "4: POSIX  ADVISORY  WRITE 32675 fe:16532688 120 120",
      "",
    ]
  )
  func others(_ line: String) { #expect(KernelLock(line[...]) == nil) }

  @Test("the files that a process has open are known by device and number")
  func open() throws {
    let path = CommandLine.arguments[0]
    let program = try #require(FileIdentity(of: path))
    let other = FileIdentity(
      major: program.major,
      minor: program.minor + 1,
      inode: program.inode
    )
    guard let file = unsafe fopen(path, "r") else {
      Issue.record("the program cannot be read")
      return
    }
    defer { unsafe fclose(file) }
    #expect(ProcessTable.hasOpen(program, in: getpid()))
    #expect(!ProcessTable.hasOpen(other, in: getpid()))
  }
}
