extension Promise {
  /// Every promise, in the order of their numbers.
  public static let all: [Promise] = [
    connecting, answers, paths, enumeration, specialEntries, paging, stat, reads, hostileReads,
    time,
    faults, concurrency, capabilities, resources, security,
  ].flatMap(\.self).sorted { $0.id < $1.id }
}
