import Testing

@testable import KinoConformance

@Suite("Messages that pass a proxy")
struct HTTPMessageTests {
  @Test(
    "an answer ends where it says, however it comes in pieces",
    arguments: [
      ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", "hello"),
      ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", ""),
      ("HTTP/1.1 204 No Content\r\n\r\n", ""),
      (
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2;x=y\r\nlo\r\n0\r\nT: x\r\n\r\n",
        "hello"
      ),
      ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", "hi"),
      ("HTTP/1.1 200 OK\nContent-Length: 2\n\nhi", "hi"),
    ],
    [1, 2, 7, 1000]
  )
  func framing(_ message: (text: String, content: String), _ piece: Int) {
    let bytes = Array(message.text.utf8)
    var reader = HTTPMessageReader(answering: "GET")
    var taken = 0
    for start in stride(from: 0, to: bytes.count, by: piece) {
      #expect(!reader.isComplete)
      taken += reader.take(bytes[start..<min(bytes.count, start + piece)])
    }
    #expect(reader.isComplete && taken == bytes.count)
    #expect(String(decoding: reader.takeContent(), as: UTF8.self) == message.content)
    #expect(bytes.count - reader.headLength >= message.content.utf8.count)
  }

  @Test("what follows a message is left alone")
  func pipelined() {
    let bytes = Array("PROPFIND / HTTP/1.1\r\nContent-Length: 2\r\n\r\nabGET / HTTP/1.1\r\n".utf8)
    var reader = HTTPMessageReader()
    #expect(reader.take(bytes[...]) == bytes.count - 16)
    #expect(reader.isComplete && reader.head?.method == "PROPFIND" && reader.head?.target == "/")
  }

  @Test("an answer without a length ends with its connection")
  func connectionEnd() {
    var reader = HTTPMessageReader(answering: "GET")
    _ = reader.take(Array("HTTP/1.0 200 OK\r\n\r\nhello".utf8)[...])
    #expect(!reader.isComplete && reader.head?.status == 200)
    reader.endConnection()
    #expect(reader.isComplete)
  }

  @Test("fields are found whatever their case, set once and taken away")
  func fields() {
    var head = HTTPHead(bytes: Array("HTTP/1.1 301 x\r\nlocation:  http://a:1/x\r\nA: b\r\n".utf8))
    #expect(head["Location"] == "http://a:1/x")
    head.replace("://a:1", with: "://b:2", in: ["LOCATION"])
    head["a"] = nil
    head["C"] = "d"
    #expect(
      String(decoding: head.bytes, as: UTF8.self)
        == "HTTP/1.1 301 x\r\nlocation: http://b:2/x\r\nC: d\r\n\r\n"
    )
  }

  @Test("a payload sends what it was made of, also what comes again and again")
  func payload() {
    var payload = Payload(Array("a".utf8))
    payload.append(Array("bc".utf8), times: 3)
    #expect(payload.count == 7)
    var sent: [UInt8] = []
    while !payload.isEmpty {
      sent.append(contentsOf: payload.next.prefix(1))
      payload.remove(1)
    }
    #expect(sent == Array("abcbcbc".utf8))
  }
}
