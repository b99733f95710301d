internal import CKinoSQLite

extension Connection {
  /// Makes a function available to SQL on this connection.
  func register(_ function: ScalarFunction) throws(SQLiteError) {
    let box = FunctionBox(function)
    var flags = SQLITE_UTF8 | SQLITE_DIRECTONLY
    if function.isDeterministic { flags |= SQLITE_DETERMINISTIC }
    // SQLite releases the box when the connection closes, or at once if this call fails.
    let code = unsafe sqlite3_create_function_v2(
      handle,
      function.name,
      function.argumentCount,
      flags,
      Unmanaged.passRetained(box).toOpaque(),
      { unsafe call($0, $1, $2) },
      nil,
      nil,
      { unsafe release($0) }
    )
    guard code == SQLITE_OK else { throw failure(sql: nil) }
  }
}

private final class FunctionBox: Sendable {
  let function: ScalarFunction

  init(_ function: ScalarFunction) {
    self.function = function
  }
}

private func release(_ context: UnsafeMutableRawPointer?) {
  guard let context = unsafe context else { return }
  unsafe Unmanaged<FunctionBox>.fromOpaque(context).release()
}

private func call(
  _ context: OpaquePointer?,
  _ count: Int32,
  _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
  guard let data = unsafe sqlite3_user_data(context) else { return }
  let function = unsafe Unmanaged<FunctionBox>.fromOpaque(data).takeUnretainedValue().function
  switch function.body(unsafe FunctionArguments(count: count, values: values)) {
  case .null: unsafe sqlite3_result_null(context)
  case .integer(let value): unsafe sqlite3_result_int64(context, value)
  case .real(let value): unsafe sqlite3_result_double(context, value)
  case .text(var text):
    text.withUTF8 { utf8 in
      unsafe kino_sqlite_result_text(context, utf8.baseAddress, UInt64(utf8.count))
    }
  case .bytes(let bytes): unsafe give(bytes.span, to: context)
  case .uid(let uid): uid.withBytes { unsafe give($0, to: context) }
  case .failure(let message): unsafe sqlite3_result_error(context, message, -1)
  }
}

private func give(_ bytes: Span<UInt8>, to context: OpaquePointer?) {
  unsafe bytes.withUnsafeBufferPointer { bytes in
    guard let start = bytes.baseAddress, !bytes.isEmpty else {
      return unsafe sqlite3_result_zeroblob(context, 0)
    }
    unsafe kino_sqlite_result_blob(context, start, UInt64(bytes.count))
  }
}
