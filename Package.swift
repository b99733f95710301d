// swift-tools-version: 6.3
import PackageDescription

/// A C library that a target of ours wraps, found through pkg-config.
struct CLibrary {
  let module: String
  let pkgConfig: String
  let apt: String
  let brew: String

  static let sqlite = CLibrary(
    module: "CKinoSQLite",
    pkgConfig: "sqlite3",
    apt: "libsqlite3-dev",
    brew: "sqlite"
  )
  static let curl = CLibrary(
    module: "CKinoCurl",
    pkgConfig: "libcurl",
    apt: "libcurl4-openssl-dev",
    brew: "curl"
  )
  static let expat = CLibrary(
    module: "CKinoExpat",
    pkgConfig: "expat",
    apt: "libexpat1-dev",
    brew: "expat"
  )

  static let nfs = CLibrary(
    module: "CKinoNFS",
    pkgConfig: "libnfs",
    apt: "libnfs-dev",
    brew: "libnfs"
  )

  static let smb = CLibrary(
    module: "CKinoSMBClient",
    pkgConfig: "smbclient",
    apt: "libsmbclient-dev",
    brew: "samba"
  )

  func target(path: String) -> Target {
    .systemLibrary(
      name: module,
      path: path,
      pkgConfig: pkgConfig,
      providers: [.apt([apt]), .brew([brew])]
    )
  }
}

/// A module under `Sources/` and its tests under `Tests/`.
///
/// The dependencies are the arrows of `specs/architecture.md`; nothing else may be imported.
func module(_ name: String, uses dependencies: [String] = [], tests: [String]? = nil) -> [Target] {
  let target = Target.target(name: name, dependencies: dependencies.map { .target(name: $0) })
  guard let tests else { return [target] }
  return [
    target,
    .testTarget(name: "\(name)Tests", dependencies: ([name] + tests).map { .target(name: $0) }),
  ]
}

/// Everything one folder under `Adapters/` contributes to the package.
///
/// `shims` are C modules of the adapter's own, each in a folder of its name; `libraries` are the
/// system libraries that it wraps.
func adapter(
  _ name: String,
  uses dependencies: [String] = [],
  shims: [String] = [],
  over libraries: [CLibrary] = [],
  tests: [String] = []
) -> [Target] {
  let folder = "Adapters/\(name)"
  let modules = ["KinoCore", "KinoBlocking"] + dependencies + shims + libraries.map(\.module)
  let wrapped = libraries.map { Target.Dependency.target(name: $0.module) }
  return shims.map { .target(name: $0, dependencies: wrapped, path: "\(folder)/\($0)") }
    + libraries.map { $0.target(path: "\(folder)/\($0.module)") }
    + [
      .target(
        name: "Kino\(name)",
        dependencies: modules.map { .target(name: $0) },
        path: "\(folder)/Sources"
      ),
      .testTarget(
        name: "Kino\(name)Tests",
        dependencies: (["Kino\(name)", "KinoCore"] + tests).map { .target(name: $0) },
        path: "\(folder)/Tests"
      ),
    ]
}

/// The contract files under `specs/storage`, as a module that imports nothing.
func contracts(tests: [String]) -> [Target] {
  let target = Target.target(
    name: "KinoContracts",
    path: "specs/storage",
    exclude: ["schema", "schema-manifest-v1.json", "schema-migrations.json", "sql"],
    sources: ["Contracts"]
  )
  return [
    target,
    .testTarget(
      name: "KinoContractsTests",
      dependencies: (["KinoContracts"] + tests).map { .target(name: $0) }
    ),
  ]
}

/// The benchmark, and what it measures with in C.
let benchmark: [Target] = [
  .target(
    name: "CBenchmark",
    path: "examples/benchmark/CBenchmark",
    linkerSettings: [.linkedLibrary("sqlite3")]
  ),
  .executableTarget(
    name: "benchmark",
    dependencies: [
      "CBenchmark", "KinoCore", "KinoLocal", "KinoNaming", "KinoSQL", "KinoStorage", "Kinothek",
    ],
    path: "examples/benchmark/Sources"
  ),
  .executableTarget(
    name: "remote-listing",
    dependencies: ["KinoCore", "KinoNFS", "KinoSMB", "KinoWebDAV"],
    path: "examples/benchmark-remote/Sources"
  ),
]

/// Tests that break the product on purpose, and the tools they share.
///
/// Those that start processes of their own start the package's `scan-local` and `kino`.
func harnesses() -> [Target] {
  func harness(
    _ name: String,
    uses dependencies: [String],
    exclude: [String] = []
  ) -> Target {
    .testTarget(
      name: name,
      dependencies: (["KinoTestTools"] + dependencies).map { .target(name: $0) },
      exclude: exclude
    )
  }
  return [
    .target(
      name: "KinoTestTools",
      dependencies: ["KinoSQL", "KinoContracts"],
      path: "Tests/Support"
    ),
    harness("CrashTests", uses: ["KinoSQL", "KinoTestServers", "kino", "scan-local"]),
    harness(
      "OutageTests",
      uses: [
        "KinoCore", "KinoLocal", "KinoNFS", "KinoSMB", "KinoSQL", "KinoTestServers",
        "KinoTestSupport", "KinoWebDAV", "Kinothek", "scan-local",
      ],
      // The tests build it, where there is FUSE.
      exclude: ["failing-mount.c"]
    ),
    harness("ScanLocalTests", uses: ["KinoCommand", "scan-local"]),
    harness(
      "KinoToolTests",
      uses: [
        "KinoCommand", "KinoCore", "KinoNaming", "KinoTestServers", "KinoTestSupport", "Kinothek",
        "kino", "scan-local",
      ]
    ),
    harness("MigrationTests", uses: ["KinoContracts", "KinoSQL", "KinoStorage", "scan-local"]),
  ]
}

let package = Package(
  name: "kinothek",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18)],
  products: [
    .library(name: "KinoCore", targets: ["KinoCore"]),
    .library(name: "KinoNaming", targets: ["KinoNaming"]),
    .library(name: "KinoConformance", targets: ["KinoConformance"]),
    .library(name: "KinoLocal", targets: ["KinoLocal"]),
    .library(name: "KinoNFS", targets: ["KinoNFS"]),
    .library(name: "KinoSMB", targets: ["KinoSMB"]),
    .library(name: "KinoWebDAV", targets: ["KinoWebDAV"]),
    .library(name: "Kinothek", targets: ["Kinothek"]),
    .executable(name: "kino", targets: ["kino"]),
    .executable(name: "scan-local", targets: ["scan-local"]),
    .executable(name: "benchmark", targets: ["benchmark"]),
  ],
  targets: [
    module("KinoCore", tests: ["KinoTestSupport"]),
    module("KinoNaming", tests: ["KinoTestTools"]),
    module("KinoTestSupport", uses: ["KinoCore", "KinoConformance"]),
    module("KinoConformance", uses: ["KinoCore"], tests: ["KinoCore", "KinoTestSupport"]),
    module("KinoScan", uses: ["KinoCore"], tests: ["KinoCore", "KinoTestSupport"]),
    module("KinoBlocking", tests: []),
    [CLibrary.sqlite.target(path: "Sources/CKinoSQLite")],
    module("KinoSQL", uses: ["CKinoSQLite", "KinoBlocking"], tests: ["KinoBlocking"]),
    contracts(tests: ["KinoSQL"]),
    module(
      "KinoStorage",
      uses: ["KinoCore", "KinoSQL", "KinoContracts"],
      tests: ["KinoCore", "KinoSQL", "KinoTestSupport", "KinoTestTools"]
    ),
    [CLibrary.expat.target(path: "Sources/CKinoExpat")],
    module("KinoXML", uses: ["CKinoExpat"]),
    module(
      "KinoMetadata",
      uses: ["KinoCore", "KinoNaming", "KinoXML"],
      tests: ["KinoCore", "KinoUnicode"]
    ),
    module(
      "Kinothek",
      uses: ["KinoCore", "KinoMetadata", "KinoScan", "KinoSQL", "KinoStorage", "KinoUnicode"],
      tests: [
        "KinoCore", "KinoLocal", "KinoScan", "KinoSQL", "KinoStorage", "KinoTestSupport",
        "KinoTestTools",
      ]
    ),
    module("KinoUnicode", uses: ["KinoCore"], tests: ["KinoCore"]),
    module("KinoCommand", uses: ["CKinoHost", "Kinothek"], tests: []),
    adapter(
      "Local",
      shims: ["CKinoLocal"],
      tests: ["KinoBlocking", "KinoConformance", "KinoTestSupport"]
    ),
    adapter(
      "NFS",
      shims: ["CKinoNFSGuard"],
      over: [.nfs],
      tests: ["KinoConformance", "KinoTestServers", "KinoTestSupport"]
    ),
    adapter(
      "SMB",
      shims: ["CKinoSMB"],
      over: [.smb],
      tests: ["KinoConformance", "KinoTestServers", "KinoTestSupport"]
    ),
    adapter(
      "WebDAV",
      uses: ["KinoXML"],
      over: [.curl],
      tests: ["KinoConformance", "KinoTestServers", "KinoTestSupport", "KinoXML"]
    ),
    [
      .target(name: "KinoTestServers", path: "Tests/Servers/Support")
    ],
    [
      .target(name: "CKinoHost"),
      .executableTarget(
        name: "kino",
        dependencies: [
          "KinoBlocking", "KinoCommand", "KinoConformance", "KinoCore", "KinoLocal", "KinoNFS",
          "KinoNaming", "KinoSMB", "KinoWebDAV", "Kinothek",
        ]
      ),
      .executableTarget(
        name: "scan-local",
        dependencies: ["KinoCommand", "Kinothek", "KinoLocal"],
        path: "examples/scan-local"
      ),
    ],
    benchmark,
    harnesses(),
  ].flatMap(\.self),
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system && target.type != .plugin {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      .strictMemorySafety(),
      .treatAllWarnings(as: .error),
    ]
}
