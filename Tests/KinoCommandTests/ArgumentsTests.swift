import KinoCommand
import Testing

@Suite("Arguments of a command")
struct ArgumentsTests {
  private static let options = [
    CommandOption("--file", value: "FILE", "A file."),
    CommandOption("--quiet", short: "-q", "Nothing is said."),
  ]

  private func read(_ arguments: String...) throws(UsageError) -> Arguments {
    try Arguments(arguments.map { Array($0.utf8) }, options: Self.options)
  }

  @Test("options may stand before and behind what they are about")
  func places() throws {
    let arguments = try read("-q", "a", "--file", "b", "-", "c")
    #expect(arguments.operands == ["a", "-", "c"].map { Array($0.utf8) })
    #expect(arguments.has("--quiet"))
    #expect(arguments.value("--file") == "b")
  }

  @Test("a value may be attached, and may begin with one dash")
  func attached() throws {
    #expect(try read("--file=a=b").value("--file") == "a=b")
    #expect(try read("--file", "-5").value("--file") == "-5")
  }

  @Test("of several values the last counts, and all are kept")
  func repeated() throws {
    let arguments = try read("--file", "a", "--file=b")
    #expect(arguments.value("--file") == "b")
    #expect(arguments.values("--file") == ["a", "b"])
  }

  @Test("options of one letter may stand together, and a wrong one is named")
  func clusters() throws {
    let options = Self.options + [CommandOption("--help", short: "-h", "Help.")]
    let arguments = try Arguments([Array("-qh".utf8)], options: options)
    #expect(arguments.has("--quiet") && arguments.has("--help"))
    #expect(throws: UsageError("unknown option -x")) {
      try Arguments([Array("-qx".utf8)], options: options)
    }
  }

  @Test("a path that is a value keeps its bytes; any other value is text")
  func pathBytes() throws {
    let options = [CommandOption("--path", value: "PATH", takesPath: true, "A path.")]
    let name: [UInt8] = [0x41, 0xE9]
    let attached = Array("--path=".utf8) + name
    #expect(try Arguments([Array("--path".utf8), name], options: options).bytes("--path") == name)
    #expect(try Arguments([attached], options: options).bytes("--path") == name)
    #expect(throws: UsageError("the value of --file is no text in UTF-8")) {
      try Arguments([Array("--file".utf8), name], options: Self.options)
    }
  }

  @Test("behind two dashes nothing is an option")
  func ended() throws {
    #expect(try read("--", "--file", "-q").operands.count == 2)
  }

  @Test("what it works on keeps its bytes")
  func bytes() throws {
    let name: [UInt8] = [0xFF, 0x41]
    #expect(try Arguments([name], options: []).operands == [name])
  }

  @Test(
    "a wrong option is refused",
    arguments: [
      (["--file"], "--file needs a value"), (["--file", "--quiet"], "--file needs a value"),
      (["--quiet=yes"], "--quiet takes no value"), (["--bogus=secret"], "unknown option --bogus"),
      (["-psecret"], "unknown option -p"),
    ]
  )
  func wrong(_ arguments: [String], _ message: String) {
    #expect(throws: UsageError(message)) {
      try Arguments(arguments.map { Array($0.utf8) }, options: Self.options)
    }
  }

  @Test("a password on the command line is refused, and not repeated")
  func password() {
    let error = #expect(throws: UsageError.self) { try self.read("--password=hunter2") }
    #expect(error?.message.contains("--password-stdin") == true)
    #expect(error?.message.contains("hunter2") == false)
  }
}
