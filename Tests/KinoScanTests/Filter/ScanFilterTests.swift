import KinoCore
import KinoScan
import KinoTestSupport
import Testing

@Suite("Which entries matter")
struct ScanFilterTests {
  private func verdict(
    _ entry: SourceEntry,
    in directory: String = "",
    _ settings: FilterSettings = FilterSettings(),
    _ comparison: NameComparison = .exact
  ) -> Verdict {
    let filter = ScanFilter(settings: settings, adapter: "local", comparison: comparison)
    return filter.classify(entry, in: filter.scope(of: .path(directory)))
  }

  @Test(
    "an extension says what a file is, in either case",
    arguments: [
      ("Film.mkv", .video(.video)), ("FILM.MKV", .video(.video)), ("a.m2ts", .video(.video)),
      ("VTS_01_1.VOB", .video(.video)), ("a.dvr-ms", .video(.video)), ("disc.iso", .video(.disc)),
      ("list.m3u8", .video(.playlist)), ("a.en.srt", .sidecar(.subtitle)),
      ("movie.nfo", .sidecar(.nfo)), ("poster.jpg", .sidecar(.artwork)),
      ("a.info.json", .sidecar(.json)), ("a.dts", .sidecar(.audio)), ("a.edl", .sidecar(.chapters)),
      ("Film.Chapters.txt", .sidecar(.chapters)), ("chapters.xml", .sidecar(.chapters)),
      ("notes.txt", .ignored(.otherExtension)), ("a.mkv.part", .ignored(.otherExtension)),
      ("mkv", .ignored(.otherExtension)), (".mkv", .ignored(.otherExtension)),
      ("a.", .ignored(.otherExtension)), ("a.averylongextension", .ignored(.otherExtension)),
      ("a.mkv2", .ignored(.otherExtension)), ("x.12345678", .ignored(.otherExtension)),
    ] as [(String, Verdict)]
  )
  func extensions(_ name: String, _ expected: Verdict) {
    #expect(verdict(file(name)) == expected)
  }

  @Test(
    "one file stands for a disc's folder, and the rest of its structure is beside it",
    arguments: [
      ("Film/BDMV", "index.bdmv", .video(.disc)), ("BDMV", "INDEX.BDMV", .video(.disc)),
      ("Film/VIDEO_TS", "VIDEO_TS.IFO", .video(.disc)), ("", "video_ts.ifo", .video(.disc)),
      ("Film/BDMV/BACKUP", "index.bdmv", .sidecar(.discStructure)),
      ("bdmv/backup", "index.bdmv", .sidecar(.discStructure)),
      ("OldBDMV/BACKUP", "index.bdmv", .video(.disc)), ("BACKUP", "index.bdmv", .video(.disc)),
      ("Film/BDMV", "MovieObject.bdmv", .sidecar(.discStructure)),
      ("Film/BDMV/PLAYLIST", "00001.mpls", .sidecar(.discStructure)),
      ("Film/BDMV/CLIPINF", "00001.clpi", .sidecar(.discStructure)),
      ("Film/VIDEO_TS", "VTS_01_0.IFO", .sidecar(.discStructure)),
      ("Film/VIDEO_TS", "VIDEO_TS.BUP", .sidecar(.discStructure)),
      ("Film/BDMV/STREAM", "00001.m2ts", .video(.video)),
      ("Film/VIDEO_TS", "VTS_01_1.VOB", .video(.video)),
    ] as [(String, String, Verdict)]
  )
  func discs(_ directory: String, _ name: String, _ expected: Verdict) {
    #expect(verdict(file(name), in: directory) == expected)
  }

  @Test("a name that is no text is judged by its extension all the same")
  func rawBytes() throws {
    let name = try #require(PathComponent(bytes: [0xFF, 0xFE, 0x2E, 0x6D, 0x6B, 0x76]))
    #expect(verdict(SourceEntry(name: name, kind: .file)) == .video(.video))
  }

  @Test(
    "names that systems leave behind are no media",
    arguments: ["._Film.mkv", ".Trash-1000.mkv"]
  )
  func junkFiles(_ name: String) {
    let settings = FilterSettings(includesHidden: true)
    #expect(verdict(file(name), settings) == .excluded(.junkName))
  }

  @Test("junk without a media extension is ignored as junk", arguments: [".DS_Store", "THUMBS.DB"])
  func plainJunk(_ name: String) {
    #expect(verdict(file(name)) == .ignored(.junkName))
  }

  @Test(
    "junk directories are not listed",
    arguments: [
      "@eaDir", "#recycle", "$RECYCLE.BIN", "$Recycle.Bin", ".Trash-1000", ".Trashes",
      "System Volume Information", "lost+found", ".AppleDouble", ".@__thumb", "@Recycle",
      "#snapshot",
    ]
  )
  func junkDirectories(_ name: String) {
    let settings = FilterSettings(includesHidden: true)
    #expect(verdict(folder(name), settings) == .excluded(.junkName))
  }

  @Test("names that only resemble junk are taken", arguments: ["lost+found 2", "recycle", "@ea"])
  func notJunk(_ name: String) {
    #expect(verdict(folder(name)) == .directory)
  }

  @Test("hidden names are left out unless the settings take them")
  func hidden() {
    let settings = FilterSettings(includesHidden: true)
    #expect(verdict(file(".a.mkv")) == .excluded(.hidden))
    #expect(verdict(file("a.mkv", flags: .hidden)) == .excluded(.hidden))
    #expect(verdict(folder(".private")) == .excluded(.hidden))
    #expect(verdict(file(".a.mkv"), settings) == .video(.video))
    #expect(verdict(folder(".private", flags: .hidden), settings) == .directory)
  }

  @Test("links and devices are ignored, and unknown kinds left open")
  func kinds() {
    #expect(verdict(SourceEntry(name: .name("a.mkv"), kind: .symlink)) == .ignored(.notAFile))
    #expect(verdict(SourceEntry(name: .name("a.mkv"), kind: .other)) == .ignored(.notAFile))
    #expect(verdict(SourceEntry(name: .name("a.mkv"), kind: .unknown)) == .undecided)
  }

  @Test("markers are told from other names")
  func markers() {
    #expect(verdict(file(".nomedia")) == .marker(.nomedia))
    #expect(verdict(file(".ignore")) == .marker(.ignore))
    #expect(verdict(file(".nomedias")) == .ignored(.otherExtension))
    #expect(
      verdict(file(".nomedia"), FilterSettings(honorsMarkers: false)) == .ignored(.otherExtension)
    )
  }

  @Test("a marker leaves its directory out where the settings honour it")
  func directoryVerdict() {
    let honouring = ScanFilter(settings: FilterSettings(), adapter: "local", comparison: .exact)
    let settings = FilterSettings(honorsMarkers: false)
    let ignoring = ScanFilter(settings: settings, adapter: "local", comparison: .exact)
    #expect(honouring.directoryVerdict(markersSeen: [.ignore]) == .excluded(.marker))
    #expect(honouring.directoryVerdict(markersSeen: []) == .directory)
    #expect(ignoring.directoryVerdict(markersSeen: [.ignore]) == .directory)
  }
}

extension ScanFilterTests {
  private func verdict(_ entry: SourceEntry, _ settings: FilterSettings) -> Verdict {
    verdict(entry, in: "", settings)
  }
}
