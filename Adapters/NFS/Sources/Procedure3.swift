internal import CKinoNFS
import KinoCore

/// Calls of version 3 (RFC 1813), and what their answers hold.
enum Procedure3 {
  /// Looks a name up in a directory; the attributes may be lacking.
  static func lookUp(
    _ name: [UInt8],
    _ directory: FileHandle,
    _ rpc: OpaquePointer,
    _ context: UnsafeMutableRawPointer
  ) -> Int32 {
    unsafe withHandle(directory) { handle in
      unsafe withCString(name) { name in
        var arguments = unsafe LOOKUP3args(what: diropargs3(dir: handle, name: name))
        return unsafe rpc_nfs3_lookup_async(rpc, RPCTicket.callback, &arguments, context)
      }
    }
  }

  /// Reads the answer of a look-up.
  static func found(_ data: UnsafeMutableRawPointer) throws(NFSFailure) -> Node {
    let answer = unsafe data.assumingMemoryBound(to: LOOKUP3res.self)
    try check(unsafe answer.pointee.status)
    let found = unsafe answer.pointee.LOOKUP3res_u.resok
    return unsafe Node(
      handle: try bytes(found.object),
      facts: FileFacts(found.obj_attributes)
    )
  }

  /// Asks for a file's attributes.
  static func attributes(
    _ file: FileHandle,
    _ rpc: OpaquePointer,
    _ context: UnsafeMutableRawPointer
  ) -> Int32 {
    unsafe withHandle(file) { handle in
      var arguments = unsafe GETATTR3args(object: handle)
      return unsafe rpc_nfs3_getattr_async(rpc, RPCTicket.callback, &arguments, context)
    }
  }

  /// Reads the answer about attributes.
  static func facts(_ data: UnsafeMutableRawPointer) throws(NFSFailure) -> FileFacts {
    let answer = unsafe data.assumingMemoryBound(to: GETATTR3res.self)
    try check(unsafe answer.pointee.status)
    return unsafe FileFacts(answer.pointee.GETATTR3res_u.resok.obj_attributes)
  }

  /// Asks for a part of a file.
  static func read(
    _ file: FileHandle,
    at offset: UInt64,
    count: UInt32,
    _ rpc: OpaquePointer,
    _ context: UnsafeMutableRawPointer
  ) -> Int32 {
    unsafe withHandle(file) { handle in
      var arguments = unsafe READ3args(file: handle, offset: offset, count: count)
      return unsafe rpc_nfs3_read_async(rpc, RPCTicket.callback, &arguments, context)
    }
  }

  /// Reads the answer of a read.
  static func part(
    _ data: UnsafeMutableRawPointer,
    atMost count: UInt32
  ) throws(NFSFailure) -> FilePart {
    let answer = unsafe data.assumingMemoryBound(to: READ3res.self)
    try check(unsafe answer.pointee.status)
    let found = unsafe answer.pointee.READ3res_u.resok
    return unsafe FilePart(
      bytes: try CompoundAnswer.bytes(found.data.data_val, found.data.data_len, atMost: count),
      isEnd: found.eof != 0,
      facts: FileFacts(found.file_attributes)
    )
  }

  /// Asks what the server is like.
  static func traits(
    _ root: FileHandle,
    _ rpc: OpaquePointer,
    _ context: UnsafeMutableRawPointer
  ) -> Int32 {
    unsafe withHandle(root) { handle in
      var arguments = unsafe FSINFO3args(fsroot: handle)
      return unsafe rpc_nfs3_fsinfo_async(rpc, RPCTicket.callback, &arguments, context)
    }
  }

  /// Reads how much one read may ask for.
  static func readLimit(_ data: UnsafeMutableRawPointer) throws(NFSFailure) -> UInt64 {
    let answer = unsafe data.assumingMemoryBound(to: FSINFO3res.self)
    try check(unsafe answer.pointee.status)
    return unsafe UInt64(answer.pointee.FSINFO3res_u.resok.rtmax)
  }

  /// Asks how names are compared.
  static func names(
    _ root: FileHandle,
    _ rpc: OpaquePointer,
    _ context: UnsafeMutableRawPointer
  ) -> Int32 {
    unsafe withHandle(root) { handle in
      var arguments = unsafe PATHCONF3args(object: handle)
      return unsafe rpc_nfs3_pathconf_async(rpc, RPCTicket.callback, &arguments, context)
    }
  }

  /// Reads whether names that differ in case only are the same.
  static func ignoresCase(_ data: UnsafeMutableRawPointer) throws(NFSFailure) -> Bool {
    let answer = unsafe data.assumingMemoryBound(to: PATHCONF3res.self)
    try check(unsafe answer.pointee.status)
    return unsafe answer.pointee.PATHCONF3res_u.resok.case_insensitive != 0
  }

  // MARK: Parts

  static func check(_ status: nfsstat3) throws(NFSFailure) {
    guard status == NFS3_OK else { throw .status(status.rawValue) }
  }

  static func bytes(_ handle: nfs_fh3) throws(NFSFailure) -> FileHandle {
    unsafe try CompoundAnswer.bytes(handle.data.data_val, handle.data.data_len, atMost: 64)
  }

  /// The bytes of a text that ends with a zero.
  static func bytes(_ text: UnsafePointer<CChar>) -> [UInt8] {
    unsafe text.withMemoryRebound(to: UInt8.self, capacity: 1) { start in
      var end = unsafe start
      while unsafe end.pointee != 0 { unsafe end += 1 }
      return unsafe Array(UnsafeBufferPointer(start: start, count: end - start))
    }
  }

  static func withHandle(_ handle: FileHandle, _ body: (nfs_fh3) -> Int32) -> Int32 {
    var bytes = handle.map { CChar(bitPattern: $0) }
    return unsafe bytes.withUnsafeMutableBufferPointer { bytes in
      var argument = unsafe nfs_fh3()
      unsafe argument.data.data_len = UInt32(bytes.count)
      unsafe argument.data.data_val = bytes.baseAddress
      return unsafe body(argument)
    }
  }

  static func withCString(
    _ name: [UInt8],
    _ body: (UnsafeMutablePointer<CChar>?) -> Int32
  ) -> Int32 {
    var bytes = name.map { CChar(bitPattern: $0) } + [0]
    return unsafe bytes.withUnsafeMutableBufferPointer { unsafe body($0.baseAddress) }
  }
}

extension FileFacts {
  /// Reads attributes that a server may leave out.
  init(_ attributes: post_op_attr) {
    guard attributes.attributes_follow != 0 else {
      self.init()
      return
    }
    self.init(unsafe attributes.post_op_attr_u.attributes)
  }

  /// Reads attributes.
  init(_ attributes: fattr3) {
    self.init(
      kind: AttributeValues.kind(attributes.type.rawValue),
      size: Int64(exactly: attributes.size),
      modifiedAt: Self.time(attributes.mtime),
      fileSystem: FileSystem(major: attributes.fsid),
      number: attributes.fileid
    )
  }

  /// Reads a time, which version 3 counts in seconds without a sign.
  ///
  /// Files from before 1970 come out as if they were from times that no file is from yet: of those
  /// nothing is known.
  private static func time(_ time: nfstime3) -> Timestamp? {
    guard time.seconds < 0xF000_0000 else { return nil }
    return Timestamp(seconds: Int64(time.seconds), nanoseconds: Int64(time.nseconds))
  }
}
