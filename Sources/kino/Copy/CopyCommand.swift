import KinoCommand
import KinoCore

/// `kino cat`: copies bytes of a file to standard output.
struct CopyCommand: Subcommand {
  static let name = "cat"
  static let operands = "URL|FILE"
  static let summary = "Copy a file, or a part of it, to standard output."
  static let opensPlaces = true
  static let details = """
    Copies exactly the bytes that are asked for, as fast as they are taken, as far as the
    file has them: a range may lead beyond its end, but not begin there. A file that
    changes meanwhile, or ends early, is a failure; what was copied by then is printed.

    Exit status: 0 all was copied; 1 the file cannot be read, or not all of it; 2 usage;
    3 the source is unavailable; 130 cancelled.
    """
  static let options =
    [
      CommandOption(
        "--range",
        value: "RANGE",
        "Bytes A-B counted from 0, both included; A- to the end; or the last -N."
      )
    ] + Place.options + Secret.options

  static func json(_ error: UsageError) -> JSON? { nil }

  private let folder: Place
  private let file: SourcePath
  private let credential: SourceCredential?
  private let range: ByteRange

  init(_ arguments: Arguments) throws(UsageError) {
    let place = try Place(try arguments.onlyOperand(Self.operands), arguments)
    let name: PathComponent
    (folder, name) = try place.splittingName()
    file = SourcePath.root.appending(name)
    if let text = arguments.value("--range") {
      range = try ByteRange(text)
    } else {
      range = .everything
    }
    credential = try Secret.credential(for: place, arguments)
  }

  func run() async -> ExitCode {
    do throws(Interruption) {
      try await folder.withSession(credential) { session throws(Interruption) in
        try await copy(session)
      }
      return .completed
    } catch {
      switch error {
      case .output(let failure): return failure.end(Self.tool)
      case .source(let error):
        if error.kind != .cancelled { Host.complain(error.message, as: Self.tool) }
        return ExitCode(error)
      }
    }
  }

  private func copy(_ session: any SourceSession) async throws(Interruption) {
    let reader: any SourceReader
    let bounds: (start: Int64, end: Int64?)
    do throws(SourceError) {
      let entry = try await session.stat(file)
      guard entry.kind != .directory else { throw SourceError(.isADirectory, path: file) }
      reader = try await session.open(
        file,
        locator: entry.locator,
        expecting: FileFingerprint(entry)
      )
      bounds = try range.bounds(in: entry.size)
    } catch {
      throw .source(error)
    }
    let copying = RangeCopy(reader: reader, end: bounds.end)
    do throws(Interruption) {
      try await copying.copy(from: bounds.start, to: StandardOutput())
      await reader.close()
    } catch {
      await reader.close()
      throw error
    }
  }
}
