/// Stand-ins for names that the protocol can not hold.
enum MangledName {
  /// Whether a name looks like what Samba makes of one that Windows could not hold: six characters of
  /// upper case, a tilde, one more, and at most three behind a dot (`S19ETO~3.MKV`).
  ///
  /// A file may really have such a name; all that follows is that it is not taken for a title.
  static func isLikely(_ name: [UInt8]) -> Bool {
    let parts = name.split(
      separator: UInt8(ascii: "."),
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    let base = Array(parts[0])
    guard base.count == 8, base[6] == UInt8(ascii: "~"), isShort(base[7]) else { return false }
    // The first is the name's own, the others a number.
    guard base[0] > 0x20, !isLower(base[0]), base[1..<6].allSatisfy(isShort) else { return false }
    guard parts.count == 2 else { return true }
    return (1...3).contains(parts[1].count) && !parts[1].contains { isLower($0) || $0 == 0x2E }
  }

  private static func isShort(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }

  private static func isLower(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }
}
