import KinoCommand
import KinoCore
import KinoTestSupport
import KinoTestTools
import Kinothek
import Testing

@testable import kino

@Suite("Places")
struct PlaceTests {
  @Test(
    "a URL becomes the configuration of its adapter",
    arguments: [
      ("davs://NAS/dav/My%20Films/", "webdav", "https://nas", "dav/My Films"),
      ("dav://nas:80", "webdav", "http://nas", ""),
      ("https://nas:443/a", "webdav", "https://nas", "a"),
      ("http://[::1]:8080/a", "webdav", "http://[::1]:8080", "a"),
      ("smb://nas/share/a", "smb", "smb://nas", "share/a"),
      ("nfs://nas/export/a", "nfs", "nfs://nas", "/export/a"),
      ("nfs://nas", "nfs", "nfs://nas", "/"),
    ]
  )
  func configurations(
    _ address: String,
    _ kind: String,
    _ location: String,
    _ root: String
  ) throws {
    let configuration = try place(address).configuration
    #expect(configuration.kind == kind)
    #expect(configuration.location == location)
    #expect(configuration.rootPath == Array(root.utf8))
    #expect(configuration.options.isEmpty)
  }

  @Test("a folder is opened under its real path")
  func folder() throws {
    let workspace = Workspace()
    let tree = try FolderTree(at: workspace.file("tree"))
    try tree.makeDirectory("real")
    try tree.link("link", to: "real")
    let configuration = try place("file://\(tree.path)/link/.").configuration
    #expect(configuration == .local("\(tree.path)/real"))
  }

  @Test("settings come from the URL where its scheme takes them, and from options")
  func settings() throws {
    #expect(try place("nfs://h/e?version=4").configuration.options == ["version": "4"])
    let webDAV = try place("http://h", "--option", "http=2", "--option=tls-key=/a=b")
    #expect(webDAV.configuration.options == ["http": "2", "tls-key": "/a=b"])
    let relative = try place("http://h", "--option", "tls-key=a.pem").configuration.options
    #expect(relative["tls-key"]?.hasPrefix("/") == true)
    #expect(relative["tls-key"]?.hasSuffix("/a.pem") == true)
    let wide = try place("http://h", "--concurrency", "32")
    #expect(wide.configuration.options == ["concurrency": "32"])
    let nfs = try place("nfs://h/e", "--concurrency", "32").configuration.options
    #expect(nfs == ["concurrency": "32"])
  }

  @Test(
    "a setting or value that nobody knows is refused, and no value repeated",
    arguments: [
      ["http://h/?http=hunter2"], ["nfs://h/e?password=hunter2"],
      ["http://h", "--option", "htpp=hunter2"], ["smb://h/s", "--option", "a=hunter2"],
      ["http://h", "--option", "hunter2"], ["http://h", "--option", "http="],
      ["/", "--option", "a=hunter2"], ["nfs://h/e?version=hunter2"],
      ["smb://h/s", "--option", "encryption=hunter2"], ["http://h", "--option", "http=hunter2"],
    ]
  )
  func unknownSettings(_ words: [String]) throws {
    let arguments = try Arguments(
      words.dropFirst().map { Array($0.utf8) },
      options: ScanSubcommand.options
    )
    let error = #expect(throws: UsageError.self) {
      try Place(Array(words[0].utf8), arguments, schemes: schemes)
    }
    #expect(error?.message.contains("hunter2") == false)
  }

  @Test("the user comes from the URL or from an option")
  func user() throws {
    #expect(try place("http://bob@h").user == "bob")
    #expect(try place("http://h", "--user", "bob").user == "bob")
    #expect(try place("http://bob@h", "--user", "bob").user == "bob")
    #expect(throws: UsageError.self) { try place("http://bob@h", "--user", "eve") }
    #expect(throws: UsageError.self) { try place("http://h", "--user", "bob:hunter2") }
    #expect(throws: UsageError.self) { try place("/", "--user", "bob") }
  }

  @Test(
    "what no adapter opens is refused as unsupported",
    arguments: ["gopher://h/a", "smb://h/s", "nfs://h/e"]
  )
  func unsupported(_ address: String) throws {
    let arguments = try Arguments([], options: [])
    let closed = SourceScheme.all.map { $0.opened(by: nil) }
    let error = #expect(throws: UsageError.self) {
      try Place(Array(address.utf8), arguments, schemes: closed)
    }
    #expect(error?.kind == "unsupported")
  }

  @Test("what lacks its host or share is refused", arguments: ["http:///a", "smb://h", "nfs://"])
  func lacking(_ address: String) {
    #expect(throws: UsageError.self) { try place(address) }
  }

  @Test(
    "a file is a name in its folder",
    arguments: [
      ("http://h/a/b.mkv", "a", "b.mkv"), ("http://h/b.mkv", "", "b.mkv"),
      ("nfs://h/b.mkv", "/", "b.mkv"), ("nfs://h/e/b.mkv", "/e", "b.mkv"),
      ("/nowhere/b.mkv", "/nowhere", "b.mkv"), ("/nowhere.mkv", "/", "nowhere.mkv"),
    ]
  )
  func files(_ address: String, _ folder: String, _ name: String) throws {
    let split = try place(address).splittingName()
    #expect(split.folder.configuration.rootPath == Array(folder.utf8))
    #expect(split.name == .name(name))
  }

  @Test("a root is no file", arguments: ["http://h", "nfs://h/", "/"])
  func roots(_ address: String) {
    #expect(throws: UsageError.self) { _ = try place(address).splittingName() }
  }

  @Test("the help names every kind, and the settings of those that can be opened")
  func help() {
    let text = Help.places(schemes)
    for scheme in schemes {
      #expect(text.contains(scheme.form))
      for setting in scheme.settings { #expect(text.contains("--option \(setting.name)=")) }
    }
    #expect(!text.contains("without its adapter"))
  }
}
