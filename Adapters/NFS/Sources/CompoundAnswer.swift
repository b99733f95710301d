internal import CKinoNFS

/// What the steps of a ``Compound`` brought.
struct CompoundAnswer: Sendable {
  var handle: FileHandle?
  var values: AttributeValues?
  var part: ListPart?
  var bytes: [UInt8] = []
  var isEnd = false

  /// Reads the answer to a request.
  ///
  /// - Parameters:
  ///   - data: A `COMPOUND4res`, which libnfs frees afterwards.
  ///   - request: What was asked.
  /// - Throws: ``NFSFailure``: the status of the step that failed.
  init(_ data: UnsafeMutableRawPointer, to request: Compound) throws(NFSFailure) {
    let answer = unsafe data.assumingMemoryBound(to: COMPOUND4res.self)
    let count = unsafe Int(answer.pointee.resarray.resarray_len)
    let status = unsafe answer.pointee.status
    guard count <= request.steps.count, status != NFS4_OK || count == request.steps.count
    else { throw .malformed }
    guard let results = unsafe answer.pointee.resarray.resarray_val else {
      throw status == NFS4_OK ? .malformed : .status(status.rawValue)
    }
    for index in 0..<count {
      let step = request.steps[index]
      guard unsafe results[index].resop == step.number else {
        throw status == NFS4_OK ? .malformed : .status(status.rawValue)
      }
      // Every result begins with its status.
      let outcome = unsafe results[index].nfs_resop4_u.opgetattr.status
      guard outcome == NFS4_OK else { throw .status(outcome.rawValue) }
      unsafe try take(results + index, step)
    }
    guard status == NFS4_OK else { throw .status(status.rawValue) }
  }

  private mutating func take(
    _ result: UnsafeMutablePointer<nfs_resop4>,
    _ step: Compound.Step
  ) throws(NFSFailure) {
    switch step {
    case .root, .handle, .name: break
    case .getHandle:
      let found = unsafe result.pointee.nfs_resop4_u.opgetfh.GETFH4res_u.resok4.object
      handle = unsafe try Self.bytes(found.nfs_fh4_val, found.nfs_fh4_len, atMost: 128)
    case .attributes(let asked):
      let found = unsafe result.pointee.nfs_resop4_u.opgetattr.GETATTR4res_u.resok4.obj_attributes
      values = unsafe try Self.values(found, asked: asked)
    case .list:
      part = unsafe try Self.part(
        &result.pointee.nfs_resop4_u.opreaddir.READDIR4res_u.resok4
      )
    case .read(_, let count):
      let found = unsafe result.pointee.nfs_resop4_u.opread.READ4res_u.resok4
      bytes = unsafe try Self.bytes(found.data.data_val, found.data.data_len, atMost: count)
      isEnd = unsafe found.eof != 0
    }
  }

  static func bytes(
    _ start: UnsafeMutablePointer<CChar>?,
    _ count: UInt32,
    atMost limit: UInt32
  ) throws(NFSFailure) -> [UInt8] {
    guard count <= limit else { throw .malformed }
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
  }

  /// The most words of a mask, bytes of attributes, and bytes of a name that are read.
  private static let longestMask: UInt32 = 8
  private static let longestAttributes: UInt32 = 4096
  private static let longestName: UInt32 = 4096

  private static func values(
    _ found: fattr4,
    asked: AttributeSet
  ) throws(NFSFailure) -> AttributeValues {
    // libnfs does not hold these lengths against what came.
    guard unsafe found.attrmask.bitmap4_len <= Self.longestMask,
      unsafe found.attr_vals.attrlist4_len <= Self.longestAttributes
    else { throw .malformed }
    var set = AttributeSet()
    for index in 0..<(unsafe Int(found.attrmask.bitmap4_len)) {
      let word = unsafe found.attrmask.bitmap4_val[index]
      switch index {
      case 0: set.low = word
      case 1: set.high = word
      default: guard word == 0 else { throw .malformed }
      }
    }
    var reader = unsafe XDRReader(
      UnsafeRawBufferPointer(
        start: found.attr_vals.attrlist4_val,
        count: Int(found.attr_vals.attrlist4_len)
      )
    )
    return try AttributeValues(set, asked: asked, &reader)
  }

  private static func part(_ found: inout READDIR4resok) throws(NFSFailure) -> ListPart {
    var part = ListPart()
    var cookie: UInt64?
    var entry = unsafe found.reply.entries
    while let current = unsafe entry {
      let name = unsafe current.pointee.name
      let values = unsafe try values(current.pointee.attrs, asked: .listed)
      part.entries.append(
        ListedEntry(
          name: unsafe try bytes(name.utf8string_val, name.utf8string_len, atMost: longestName),
          facts: values.error == nil ? values.facts : FileFacts()
        )
      )
      cookie = unsafe current.pointee.cookie
      unsafe entry = current.pointee.nextentry
    }
    guard unsafe found.reply.eof == 0 else { return part }
    // An answer that brings nothing and is not the last one would be asked for without end.
    guard let cookie else { throw .malformed }
    let verifier = unsafe withUnsafeBytes(of: &found.cookieverf) { bytes in
      unsafe bytes.loadUnaligned(as: UInt64.self)
    }
    part.next = ListPosition(cookie: cookie, verifier: verifier)
    return part
  }
}
