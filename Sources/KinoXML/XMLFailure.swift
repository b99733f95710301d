/// Why a document is not read further.
package enum XMLFailure: Error, Hashable {
  /// It is not well-formed, or in an encoding that nobody reads; the code is expat's.
  case malformed(Int32)
  /// It has a document type, and with it may have entities.
  case documentType
  /// A tag, comment or the like is longer than the limit.
  case tokenTooLong
  /// The target did not want to go on.
  case stopped
}
