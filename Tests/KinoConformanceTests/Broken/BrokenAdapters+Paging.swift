import KinoConformance
import KinoCore
import KinoTestSupport

extension BrokenAdapters {
  static let paging: [Promise.ID: Alteration] = [
    48: .pages { request, _, page in
      // Off by one where the directory fills its pages exactly.
      guard page.entries.count == request.pageLimit, page.end != nil else { return page }
      return DirectoryPage(entries: page.entries.dropLast(), end: page.end)
    },
    49: Alteration {
      $0.page = { _, _, sound throws(SourceError) in
        var whole = try await sound()
        while whole.end == nil {
          let page = try await sound()
          whole.entries += page.entries
          whole.end = page.end
        }
        return whole
      }
    },
    50: Alteration {
      $0.page = { _, number, sound throws(SourceError) in
        let page = try await sound()
        return number > 2 ? DirectoryPage(entries: []) : page
      }
    },
    51: .pages { _, number, page in
      guard number == 1 else { return page }
      return DirectoryPage(entries: page.entries.dropFirst().map(\.self), end: page.end)
    },
    52: repeating,
    53: Alteration {
      $0.page = { _, number, sound throws(SourceError) in
        let page = try await sound()
        return number == 0 ? page : DirectoryPage(entries: [], end: .complete)
      }
    },
    54: .endsQuietly(on: .unavailable),
    55: .pages { _, _, page in
      DirectoryPage(entries: page.entries, end: page.end.map { _ in .complete })
    },
    56: repeating,
    57: leaking,
  ]

  /// Lists an entry of the first page on the second one again.
  static var repeating: Alteration {
    let memory = Memory<SourceEntry>()
    return Alteration {
      $0.page = { _, number, sound throws(SourceError) in
        var page: DirectoryPage
        do throws(SourceError) {
          page = try await sound()
        } catch {
          guard let first = memory.first else { throw error }
          return DirectoryPage(entries: [first], end: .complete)
        }
        if number == 0, page.entries.count > 1 { _ = memory.keep(page.entries[1]) }
        if number == 1, let first = memory.first { page.entries.append(first) }
        return page
      }
    }
  }

  /// Keeps every listing for ever.
  static var leaking: Alteration {
    let memory = Memory<any DirectoryLister>()
    return Alteration {
      $0.list = { _, _, sound throws(SourceError) in
        let lister = try await sound()
        _ = memory.keep(lister)
        return lister
      }
    }
  }
}
