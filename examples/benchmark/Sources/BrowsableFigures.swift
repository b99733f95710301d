import Foundation

/// How long it takes from published files to films and series that are listed, described and found.
struct BrowsableFigures: Encodable {
  /// The videos whose names were read.
  let videos: Int
  /// Reading names, and making films, series and episodes of them.
  let names: Usage
  /// Taking in what lies beside videos: NFO files are read.
  let sidecars: Usage
  /// Making findable what is not yet.
  let search: Usage
  /// The whole process: a scan that finds nothing new before, a part of the next stage behind.
  let process: Usage

  /// Has this program's ``BrowsableCommand`` do the work of a library that was published just now.
  init(of library: String, in workspace: Workspace) throws {
    guard let program = Bundle.main.executablePath else {
      throw BenchmarkError("this program does not know where it lies")
    }
    let output = workspace.path("browsable.txt")
    let arguments = [program, BrowsableCommand.name, library]
    let (status, usage) = try Child(arguments: arguments, output: output).run()
    guard status == 0 else { throw BenchmarkError("the library cannot be made browsable") }
    let lines = try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
    videos = lines.first.flatMap { Int($0) } ?? 0
    var stages: [String: Usage] = [:]
    for line in lines.dropFirst() {
      let words = line.split(separator: " ")
      guard words.count == 3, let wall = Double(words[1]), let cpu = Double(words[2]) else {
        throw BenchmarkError("the work on the library says \(line)")
      }
      stages[String(words[0])] = Usage(wall: wall, cpu: cpu)
    }
    guard videos > 0, let names = stages["parse"] else {
      throw BenchmarkError("no names were read")
    }
    self.names = names
    sidecars = stages["local_metadata"] ?? Usage(wall: 0, cpu: 0)
    search = stages["search"] ?? Usage(wall: 0, cpu: 0)
    process = usage
  }

  /// All that makes videos browsable; memory and writes are the whole process's.
  var all: Usage {
    Usage(
      wall: names.wall + sidecars.wall + search.wall,
      cpu: names.cpu + sidecars.cpu + search.cpu,
      peakBytes: process.peakBytes,
      writtenBytes: process.writtenBytes
    )
  }

  /// Microseconds for one video.
  var each: Double { all.wall * 1_000_000 / Double(videos) }
}
