internal import CKinoSQLite

/// The arguments of one call of a ``ScalarFunction``; valid only inside the call.
@safe
package struct FunctionArguments: ~Copyable {
  /// How many there are.
  package let count: Int
  private let values: UnsafeMutablePointer<OpaquePointer?>?

  init(count: Int32, values: UnsafeMutablePointer<OpaquePointer?>?) {
    self.count = Int(count)
    unsafe self.values = values
  }

  /// Whether an argument is NULL.
  package func isNull(_ index: Int) -> Bool {
    unsafe sqlite3_value_type(value(index)) == SQLITE_NULL
  }

  /// Reads an integer.
  package func int64(_ index: Int) -> Int64 {
    unsafe sqlite3_value_int64(value(index))
  }

  /// Reads a text.
  package func text(_ index: Int) -> String {
    guard let start = unsafe sqlite3_value_text(value(index)) else { return "" }
    let count = Int(unsafe sqlite3_value_bytes(value(index)))
    return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// Copies a blob.
  package func bytes(_ index: Int) -> [UInt8] {
    let start = unsafe sqlite3_value_blob(value(index))
    let count = Int(unsafe sqlite3_value_bytes(value(index)))
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  private func value(_ index: Int) -> OpaquePointer? {
    precondition(index >= 0 && index < count, "no such argument")
    return unsafe values?[index]
  }
}
