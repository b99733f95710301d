internal import CKinoSMB
import KinoCore

/// A directory as it was read, in the library's memory; entries are made of it page by page.
///
/// The invariant behind `@unchecked Sendable`: nothing changes the memory until it is freed.
@safe
final class SMBListing: @unchecked Sendable {
  private var raw: kino_smb_listing
  /// Whether some directories in it may be on other servers.
  let distributes: Bool

  init(_ raw: kino_smb_listing, distributes: Bool) {
    unsafe self.raw = raw
    self.distributes = distributes
  }

  deinit { unsafe kino_smb_free_listing(&raw) }

  var count: Int { unsafe raw.count }

  /// When the directory was changed last, as of the beginning; `nil` if the server did not say.
  var modifiedAt: Timestamp? { unsafe SMBFacts(raw.directory).modifiedAt }

  /// An entry as it was sent: what is there, and a name that may be none.
  struct Record {
    let facts: SMBFacts
    let name: [UInt8]
  }

  /// Reads the record at a place, and moves the place to the next one.
  ///
  /// - Parameter place: 0 for the first.
  /// - Returns: `nil` behind the last one.
  func next(after place: inout Int) -> Record? {
    let header = MemoryLayout<kino_smb_facts>.stride
    guard let start = unsafe raw.bytes, unsafe place + header + 2 <= raw.size else { return nil }
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: raw.size)
    let facts = unsafe bytes.loadUnaligned(fromByteOffset: place, as: kino_smb_facts.self)
    let length = Int(unsafe bytes.loadUnaligned(fromByteOffset: place + header, as: UInt16.self))
    let name = place + header + 2
    guard name + length <= bytes.count else { return nil }
    place = name + length
    return unsafe Record(facts: SMBFacts(facts), name: [UInt8](bytes[name..<name + length]))
  }
}
