import Foundation
import KinoTestServers
import Testing

@Suite("Servers of the tests")
struct ServerDescriptorTests {
  @Test(
    "a server keeps nothing open of whoever starts it",
    arguments: ["scripted", "apache", "rclone", "wsgidav"]
  )
  func descriptors(name: String) async throws {
    let pipe = Pipe()
    let writer = pipe.fileHandleForWriting
    // Whatever is started from here on inherits it.
    try #require(fcntl(writer.fileDescriptor, F_SETFD, 0) == 0)
    let server =
      if let kind = TestServer.Kind(rawValue: name) {
        try await TestServer.serving(Shared.tree.path, by: kind)
      } else {
        try await TestServer.scripted()
      }
    try writer.close()

    // The end of the pipe comes when nobody has its other end any more.
    var reader = pollfd(fd: pipe.fileHandleForReading.fileDescriptor, events: 0, revents: 0)
    for _ in 0..<600 where reader.revents == 0 {
      unsafe poll(&reader, 1, 0)
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(reader.revents & Int16(POLLHUP) != 0)
    withExtendedLifetime(server) {}
    try await server.stop()
  }
}
