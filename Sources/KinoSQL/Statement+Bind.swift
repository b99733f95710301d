internal import CKinoSQLite

/// Placeholders count from 1. A bind that fails (no such placeholder, value too long) is reported by the
/// next run of the statement.
extension Statement {
  /// Binds an integer.
  package func bind(_ index: Int32, _ value: Int64) {
    check(unsafe sqlite3_bind_int64(prepared.handle, index, value))
  }

  /// Binds an integer.
  package func bind(_ index: Int32, _ value: Int) {
    check(unsafe sqlite3_bind_int64(prepared.handle, index, Int64(value)))
  }

  /// Binds an integer.
  package func bind(_ index: Int32, _ value: Int32) {
    check(unsafe sqlite3_bind_int64(prepared.handle, index, Int64(value)))
  }

  /// Binds 1 for true and 0 for false.
  package func bind(_ index: Int32, _ value: Bool) {
    check(unsafe sqlite3_bind_int64(prepared.handle, index, value ? 1 : 0))
  }

  /// Binds a floating-point number; SQLite stores NaN as NULL.
  package func bind(_ index: Int32, _ value: Double) {
    check(unsafe sqlite3_bind_double(prepared.handle, index, value))
  }

  /// Binds a text; SQLite copies its UTF-8.
  package func bind(_ index: Int32, _ value: String) {
    var value = value
    let code = value.withUTF8 { utf8 in
      guard let start = utf8.baseAddress else {
        return unsafe kino_sqlite_bind_text(prepared.handle, index, "", 0)
      }
      return unsafe kino_sqlite_bind_text(prepared.handle, index, start, UInt64(utf8.count))
    }
    check(code)
  }

  /// Binds a text given as UTF-8; SQLite copies it.
  package func bind(_ index: Int32, text value: Span<UInt8>) {
    check(
      unsafe value.withUnsafeBufferPointer { utf8 in
        guard let start = utf8.baseAddress else {
          return unsafe kino_sqlite_bind_text(prepared.handle, index, "", 0)
        }
        return unsafe kino_sqlite_bind_text(prepared.handle, index, start, UInt64(utf8.count))
      }
    )
  }

  /// Binds a blob; SQLite copies the bytes.
  package func bind(_ index: Int32, _ value: [UInt8]) {
    bind(index, value.span)
  }

  /// Binds a blob; SQLite copies the bytes.
  package func bind(_ index: Int32, _ value: ArraySlice<UInt8>) {
    bind(index, value.span)
  }

  /// Binds a blob; SQLite copies the bytes, and nothing else is allocated.
  package func bind(_ index: Int32, _ value: Span<UInt8>) {
    check(
      unsafe value.withUnsafeBufferPointer { bytes in
        // A blob without an address would become NULL.
        guard let start = bytes.baseAddress, !bytes.isEmpty else {
          return unsafe sqlite3_bind_zeroblob(prepared.handle, index, 0)
        }
        return unsafe kino_sqlite_bind_blob(prepared.handle, index, start, UInt64(bytes.count))
      }
    )
  }

  /// Binds the 16 bytes of an identifier.
  package func bind(_ index: Int32, _ value: TimeOrderedUID) {
    value.withBytes { bind(index, $0) }
  }

  /// Binds NULL.
  package func bindNull(_ index: Int32) {
    check(unsafe sqlite3_bind_null(prepared.handle, index))
  }

  /// Binds an integer or NULL.
  package func bind(_ index: Int32, _ value: Int64?) {
    if let value { bind(index, value) } else { bindNull(index) }
  }

  /// Binds an integer or NULL.
  package func bind(_ index: Int32, _ value: Int?) {
    if let value { bind(index, value) } else { bindNull(index) }
  }

  /// Binds an integer or NULL.
  package func bind(_ index: Int32, _ value: Int32?) {
    if let value { bind(index, value) } else { bindNull(index) }
  }

  /// Binds 1, 0 or NULL.
  package func bind(_ index: Int32, _ value: Bool?) {
    if let value { bind(index, value) } else { bindNull(index) }
  }

  /// Binds a floating-point number or NULL.
  package func bind(_ index: Int32, _ value: Double?) {
    if let value { bind(index, value) } else { bindNull(index) }
  }

  /// Binds a text or NULL.
  package func bind(_ index: Int32, _ value: String?) {
    if let value { bind(index, value) } else { bindNull(index) }
  }

  /// Binds a blob or NULL.
  package func bind(_ index: Int32, _ value: [UInt8]?) {
    if let value { bind(index, value) } else { bindNull(index) }
  }

  /// Binds a blob or NULL.
  package func bind(_ index: Int32, _ value: ArraySlice<UInt8>?) {
    if let value { bind(index, value) } else { bindNull(index) }
  }

  private func check(_ code: Int32) {
    if code != SQLITE_OK, prepared.bindCode == SQLITE_OK { prepared.bindCode = code }
  }
}
