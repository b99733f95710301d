internal import CKinoNFS

/// The calls of version 3 that list directories (RFC 1813, sections 3.3.16 and 3.3.17).
enum Listing3 {
  /// What an answer holds, with what it says of the directory itself.
  struct Answer: Sendable {
    var part: ListPart
    var directory: FileFacts
  }

  /// How much is asked for at once.
  private static let size: UInt32 = 256 << 10

  /// Asks for entries with their attributes.
  static func askWithFacts(
    _ directory: FileHandle,
    _ position: ListPosition,
    _ rpc: OpaquePointer,
    _ context: UnsafeMutableRawPointer
  ) -> Int32 {
    unsafe Procedure3.withHandle(directory) { handle in
      var arguments = unsafe READDIRPLUS3args()
      unsafe arguments.dir = handle
      unsafe arguments.cookie = position.cookie
      unsafe withUnsafeMutableBytes(of: &arguments.cookieverf) { verifier in
        unsafe verifier.storeBytes(of: position.verifier, as: UInt64.self)
      }
      unsafe arguments.dircount = size
      unsafe arguments.maxcount = size
      return unsafe rpc_nfs3_readdirplus_async(rpc, RPCTicket.callback, &arguments, context)
    }
  }

  /// Reads entries with their attributes.
  static func answerWithFacts(_ data: UnsafeMutableRawPointer) throws(NFSFailure) -> Answer {
    let answer = unsafe data.assumingMemoryBound(to: READDIRPLUS3res.self)
    try Procedure3.check(unsafe answer.pointee.status)
    let found = unsafe answer.pointee.READDIRPLUS3res_u.resok
    var part = ListPart()
    var cookie: UInt64?
    var entry = unsafe found.reply.entries
    while let current = unsafe entry {
      part.entries.append(
        ListedEntry(
          name: unsafe name(current.pointee.name),
          facts: unsafe FileFacts(current.pointee.name_attributes)
        )
      )
      cookie = unsafe current.pointee.cookie
      unsafe entry = current.pointee.nextentry
    }
    if unsafe found.reply.eof == 0 {
      part.next = unsafe try next(cookie, found.cookieverf)
    }
    return Answer(part: part, directory: unsafe FileFacts(found.dir_attributes))
  }

  /// Asks for names alone, of servers that can not do more.
  static func askForNames(
    _ directory: FileHandle,
    _ position: ListPosition,
    _ rpc: OpaquePointer,
    _ context: UnsafeMutableRawPointer
  ) -> Int32 {
    unsafe Procedure3.withHandle(directory) { handle in
      var arguments = unsafe READDIR3args()
      unsafe arguments.dir = handle
      unsafe arguments.cookie = position.cookie
      unsafe withUnsafeMutableBytes(of: &arguments.cookieverf) { verifier in
        unsafe verifier.storeBytes(of: position.verifier, as: UInt64.self)
      }
      unsafe arguments.count = size
      return unsafe rpc_nfs3_readdir_async(rpc, RPCTicket.callback, &arguments, context)
    }
  }

  /// Reads names alone.
  static func answerWithNames(_ data: UnsafeMutableRawPointer) throws(NFSFailure) -> Answer {
    let answer = unsafe data.assumingMemoryBound(to: READDIR3res.self)
    try Procedure3.check(unsafe answer.pointee.status)
    let found = unsafe answer.pointee.READDIR3res_u.resok
    var part = ListPart()
    var cookie: UInt64?
    var entry = unsafe found.reply.entries
    while let current = unsafe entry {
      part.entries.append(
        ListedEntry(name: unsafe name(current.pointee.name), facts: FileFacts())
      )
      cookie = unsafe current.pointee.cookie
      unsafe entry = current.pointee.nextentry
    }
    if unsafe found.reply.eof == 0 {
      part.next = unsafe try next(cookie, found.cookieverf)
    }
    return Answer(part: part, directory: unsafe FileFacts(found.dir_attributes))
  }

  private static func name(_ text: UnsafeMutablePointer<CChar>?) -> [UInt8] {
    guard let text = unsafe text else { return [] }
    return unsafe Procedure3.bytes(text)
  }

  /// Where to go on; an answer that brings nothing and is not the last one would be asked for
  /// without end.
  private static func next(
    _ cookie: UInt64?,
    _ verifier: cookieverf3
  ) throws(NFSFailure) -> ListPosition {
    guard let cookie else { throw .malformed }
    return ListPosition(
      cookie: cookie,
      verifier: unsafe withUnsafeBytes(of: verifier) { unsafe $0.loadUnaligned(as: UInt64.self) }
    )
  }
}
