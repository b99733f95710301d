/// How thorough a check is, and what it allows the machine.
public struct ConformanceOptions: Hashable, Sendable {
  /// What is added to every bound in time, for a machine that has other things to do.
  public var slack: Duration
  /// How long the checks under load run.
  public var load: Duration
  /// How often something is opened and closed to see whether anything is left behind.
  public var cycles: Int
  /// The number of entries of the directory that is called large.
  public var largeDirectory: Int
  /// Whether the memory of the process is measured: not where others use it at the same time.
  public var measuresMemory: Bool
  /// How long one promise may take before it counts as broken.
  public var limit: Duration
  /// Declarations that are taken back before the adapter is used; see ``CapabilityToggle``.
  public var undeclared: Set<CapabilityToggle>

  /// Creates options.
  ///
  /// - Parameters:
  ///   - slack: What is added to every bound in time.
  ///   - load: How long the checks under load run.
  ///   - cycles: How often something is opened and closed.
  ///   - largeDirectory: The number of entries of a large directory.
  ///   - measuresMemory: Whether the memory of the process is measured.
  ///   - limit: How long one promise may take.
  ///   - undeclared: Declarations that are taken back.
  public init(
    slack: Duration = .milliseconds(250),
    load: Duration = .seconds(1),
    cycles: Int = 200,
    largeDirectory: Int = 2_000,
    measuresMemory: Bool = true,
    limit: Duration = .seconds(120),
    undeclared: Set<CapabilityToggle> = []
  ) {
    self.slack = slack
    self.load = load
    self.cycles = cycles
    self.largeDirectory = largeDirectory
    self.measuresMemory = measuresMemory
    self.limit = limit
    self.undeclared = undeclared
  }

  /// A minute of load, 10,000 cycles, 200,000 entries: what a release is checked with.
  public static let thorough = ConformanceOptions(
    load: .seconds(60),
    cycles: 10_000,
    largeDirectory: 200_000,
    limit: .seconds(1800)
  )
}
