import KinoCommand
import KinoCore
import KinoTestSupport

@testable import kino

/// The kinds of sources, all of them opened by an adapter in memory.
let schemes = SourceScheme.all.map { $0.opened(by: MemoryAdapter(MemorySource())) }

extension SourceScheme {
  /// The same kind, opened by another adapter, or by none.
  func opened(by adapter: (any SourceAdapter)?) -> SourceScheme {
    SourceScheme(
      names: names,
      title: title,
      form: form,
      adapter: adapter,
      settings: settings,
      concurrency: concurrency,
      readsQuery: readsQuery,
      accepts: accepts,
      configuration: configuration
    )
  }
}

/// A place that a command line names.
func place(_ address: String, _ options: String...) throws(UsageError) -> Place {
  let arguments = try Arguments(
    options.map { Array($0.utf8) },
    options: ScanSubcommand.options
  )
  return try Place(Array(address.utf8), arguments, schemes: schemes)
}
