package import KinoCore
import KinoXML

/// Reads NFO files, as Kodi, Jellyfin, Emby and scrapers write them.
///
/// A pure function of the bytes, in memory that they bound: about 60 times their length.
package enum NFODocument {
  /// The longest file that is read, in bytes.
  package static let sizeLimit = 2 << 20

  /// What a file says.
  ///
  /// Several descriptions may follow each other, and addresses of providers' pages stand behind them or
  /// instead of them. A file that is cut off still says what its complete descriptions say; one that
  /// has a document type, or nests beyond reason, says nothing.
  ///
  /// - Parameter bytes: The whole file.
  /// - Returns: Its descriptions, or a word for why there are none: `tooLarge`, `documentType`,
  ///   `tooComplex`, `malformed` or `empty`.
  package static func content(of bytes: [UInt8]) -> SidecarContent {
    guard bytes.count <= sizeLimit else { return SidecarContent(failure: "tooLarge") }
    let text = TextDecoding.utf8(bytes)
    guard looksLikeXML(text) else { return addresses(in: text[...]) }
    do throws(XMLFailure) {
      return try content(ofXML: text)
    } catch {
      switch error {
      case .documentType: return SidecarContent(failure: "documentType")
      case .stopped, .tokenTooLong: return SidecarContent(failure: "tooComplex")
      case .malformed: return SidecarContent(failure: "malformed")
      }
    }
  }

  private static func content(ofXML text: [UInt8]) throws(XMLFailure) -> SidecarContent {
    guard var reader = XMLReader(telling: XMLTree()) else { throw .stopped }
    var failure: XMLFailure?
    do throws(XMLFailure) {
      try reader.feed(try XMLCleaning.document(text))
      try reader.finish()
    } catch {
      guard case .malformed = error else { throw error }
      failure = error
    }
    let document = reader.target.begun
    var records = records(in: document?.children ?? [])
    if records.isEmpty, let failure { throw failure }
    // What stands between and behind the descriptions.
    for id in ProviderAddress.all(in: (document?.text ?? [])[...]) { add(id, to: &records) }
    return records.isEmpty ? SidecarContent(failure: "empty") : SidecarContent(records)
  }

  /// The descriptions among elements, and within what is wrapped around several.
  private static func records(in elements: [XMLElement]) -> [MetadataRecord] {
    let roots = elements.flatMap { element in
      NFOFields.kind(of: element) == nil ? element.children : [element]
    }
    return roots.prefix(MetadataRecord.Limit.list).compactMap { root in
      NFOFields.kind(of: root).map { NFOFields(root, $0).record }
    }
  }

  private static func addresses(in text: ArraySlice<UInt8>) -> SidecarContent {
    var records: [MetadataRecord] = []
    for id in ProviderAddress.all(in: text) { add(id, to: &records) }
    return records.isEmpty ? SidecarContent(failure: "empty") : SidecarContent(records)
  }

  /// Adds what an address names to the first description that it can be about.
  private static func add(_ address: ProviderAddress, to records: inout [MetadataRecord]) {
    let place = records.firstIndex { record in
      switch (address.kind, record.kind) {
      case (nil, .movie), (nil, .series), (nil, nil), (.movie, nil), (.series, nil): true
      default: address.kind == record.kind
      }
    }
    if let place {
      if !records[place].ids.contains(where: { $0.provider == address.id.provider }) {
        records[place].ids.append(address.id)
      }
      records[place].kind = records[place].kind ?? address.kind
    } else if records.isEmpty {
      var record = MetadataRecord(address.kind)
      record.ids = [address.id]
      records.append(record)
    }
  }

  private static func looksLikeXML(_ text: [UInt8]) -> Bool {
    let bracket = UInt8(ascii: "<")
    if let start = text.firstIndex(where: { $0 > 0x20 }), text[start] == bracket,
      start + 1 < text.count
    {
      return true
    }
    // Text in front of a description is rare, and art in front of an address is not.
    var rest = text[...]
    while let start = rest.firstIndex(of: bracket) {
      rest = rest[start...]
      if knownRoots.contains(where: { rest.starts(with: $0.utf8) }) { return true }
      rest = rest.dropFirst()
    }
    return false
  }

  private static let knownRoots = ["<movie>", "<tvshow>", "<episodedetails>", "<season>"]
}
