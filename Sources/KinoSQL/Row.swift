internal import CKinoSQLite

/// The current row of a statement; valid only inside the closure that gets it.
///
/// Columns count from 0. Reading follows SQLite's conversions: NULL reads as 0, "" or no bytes; use the
/// `optional` forms where NULL has a meaning of its own.
@safe
package struct Row: ~Copyable {
  private let handle: OpaquePointer

  init(_ prepared: PreparedStatement) {
    unsafe handle = prepared.handle
  }

  /// Whether the value is NULL.
  package func isNull(_ column: Int32) -> Bool {
    unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  /// Reads an integer.
  package func int64(_ column: Int32) -> Int64 {
    unsafe sqlite3_column_int64(handle, column)
  }

  /// Reads an integer.
  package func int(_ column: Int32) -> Int {
    Int(truncatingIfNeeded: int64(column))
  }

  /// Reads whether an integer is not 0.
  package func bool(_ column: Int32) -> Bool {
    int64(column) != 0
  }

  /// Reads a floating-point number.
  package func double(_ column: Int32) -> Double {
    unsafe sqlite3_column_double(handle, column)
  }

  /// Reads a text; ill-formed UTF-8 is repaired.
  package func text(_ column: Int32) -> String {
    withText(column) { bytes in
      unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Copies a blob.
  package func bytes(_ column: Int32) -> [UInt8] {
    withBytes(column) { bytes in unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) } }
  }

  /// Lends the bytes of a blob where SQLite keeps them, without a copy.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - body: Gets the bytes.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  package func withBytes<Value, Failure: Error>(
    _ column: Int32,
    _ body: (Span<UInt8>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let start = unsafe sqlite3_column_blob(handle, column)
    return try unsafe lend(start, count: sqlite3_column_bytes(handle, column), body)
  }

  /// Lends the UTF-8 of a text where SQLite keeps it, without a copy.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - body: Gets the bytes.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  package func withText<Value, Failure: Error>(
    _ column: Int32,
    _ body: (Span<UInt8>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let start = unsafe UnsafeRawPointer(sqlite3_column_text(handle, column))
    return try unsafe lend(start, count: sqlite3_column_bytes(handle, column), body)
  }

  /// Reads an integer, or nil for NULL.
  package func optionalInt64(_ column: Int32) -> Int64? {
    isNull(column) ? nil : int64(column)
  }

  /// Reads an integer, or nil for NULL.
  package func optionalInt(_ column: Int32) -> Int? {
    isNull(column) ? nil : int(column)
  }

  /// Reads a text, or nil for NULL.
  package func optionalText(_ column: Int32) -> String? {
    isNull(column) ? nil : text(column)
  }

  /// Copies a blob, or nil for NULL.
  package func optionalBytes(_ column: Int32) -> [UInt8]? {
    isNull(column) ? nil : bytes(column)
  }

  private func lend<Value, Failure: Error>(
    _ start: UnsafeRawPointer?,
    count: Int32,
    _ body: (Span<UInt8>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let bytes = unsafe UnsafeBufferPointer(
      start: start?.assumingMemoryBound(to: UInt8.self),
      count: start == nil ? 0 : Int(count)
    )
    return try body(unsafe bytes.span)
  }
}
