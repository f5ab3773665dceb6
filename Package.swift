// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// How the program is linked for release: what nobody imports by name needs no name, and functions
/// with the same code become one, as nothing here asks whether two of them are the same.
///
/// `make build` names a folder of static libraries. libstdc++ as a part of the program saves a third
/// of loading. FoundationEssentials comes first because the linker takes code that several parts of
/// Foundation have in common from the first of them, and the largest has 40 MB that nobody uses.
let libraries = Context.environment["STATIC_LIBRARIES"]
let release: [LinkerSetting] = [
  .unsafeFlags(
    ["-use-ld=lld", "-Xlinker", "--no-export-dynamic", "-Xlinker", "--icf=all"]
      + (libraries.map { ["-L\($0)", "\($0)/libFoundationEssentials.a"] } ?? []),
    .when(configuration: .release))
]

/// For what computes, and what renders every page: not optimized, these would take most of the time of
/// all units.
let optimized: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// A module and its mirrored test target, which may need more than the module itself.
func module(
  _ name: String, _ dependencies: [Target.Dependency] = [],
  tests testDependencies: [Target.Dependency] = [], settings: [SwiftSetting] = []
) -> [Target] {
  [
    .target(name: name, dependencies: dependencies, swiftSettings: strict + settings),
    .testTarget(
      name: "\(name)Tests",
      dependencies: [.byName(name: name)] + dependencies + testDependencies,
      swiftSettings: strict),
  ]
}

let bigIntegers = Target.Dependency.product(name: "BigInt", package: "BigInt")

let targets: [[Target]] = [
  [
    .systemLibrary(name: "CFCGI", pkgConfig: "fcgi", providers: [.apt(["libfcgi-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
    .systemLibrary(
      name: "CQRCode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
    .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
    // Its header alone: the library is loaded when it is needed, so nothing is linked with it.
    .systemLibrary(name: "CPQ", providers: [.apt(["libpq-dev"])]),
  ],
  module("Games", settings: optimized),
  module("DiceLanguage", [bigIntegers], settings: optimized),
  module("Rooms", ["Games", "DiceLanguage"]),
  // Its cases are JSON, which the module itself knows nothing of.
  module("Mustache", tests: ["Web", "Checks"], settings: optimized),
  // What fuzzing checks; the tests check it with the inputs that are kept.
  [
    .target(
      name: "Checks",
      dependencies: [
        "Mustache", "DiceLanguage", "Web", "Rooms", "Storage", "FileStorage", "FastCGI",
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Fuzz/Checks", swiftSettings: strict)
  ],
  module("Web"),
  module("Cryptography", ["CNettle"], tests: ["Storage"]),
  // What learning platforms say and hear.
  module("LTI", ["Cryptography", "Storage", "Web"], tests: ["Fakes"]),
  // What every engine keeps to is tested with each of them.
  module(
    "Storage", tests: ["FileStorage", "PostgresStorage", "TestDatabase", "Fakes", "Games"]),
  [
    .target(
      name: "Fakes", dependencies: ["Cryptography", "Games", "LTI", "Storage", "Web"],
      path: "Tests/Fakes", swiftSettings: strict)
  ],
  module(
    "Site",
    ["Games", "DiceLanguage", "Mustache", "Web", "Storage", bigIntegers],
    tests: ["Characters", "Classrooms", "Visitors", "Fakes", "FileStorage"]),
  module(
    "Classrooms",
    [
      "Games", "DiceLanguage", "Rooms", "Mustache", "Web", "Storage", "Cryptography", "LTI", "Site",
    ],
    tests: ["Characters", "Visitors", "Fakes", "FileStorage"]),
  module(
    "Characters",
    ["Games", "DiceLanguage", "Rooms", "Mustache", "Web", "Storage", "Site", "Classrooms"],
    tests: ["Visitors", "Fakes", "FileStorage"]),
  // Who visits the hall in tests, and the hall itself.
  [
    .target(
      name: "Visitors",
      dependencies: ["Characters", "Classrooms", "Site", "Mustache", "Storage", "Web"],
      path: "Tests/Visitors", swiftSettings: strict)
  ],
  // What the engines keep of secrets is the same in each.
  module("StoredSecrets", ["Storage", "Cryptography"]),
  module("FileStorage", ["Storage", "StoredSecrets", "CSQLite", "CDeflate"], tests: ["Fakes"]),
  module(
    "PostgresStorage", ["Storage", "StoredSecrets", "CPQ"], tests: ["Fakes", "TestDatabase"]),
  [
    .target(
      name: "TestDatabase", dependencies: ["PostgresStorage", "Storage"],
      path: "Tests/TestDatabase", swiftSettings: strict)
  ],
  // Both engines are what copying is tried with.
  module(
    "Copying", ["Storage", "Cryptography"],
    tests: ["FileStorage", "PostgresStorage", "TestDatabase", "Fakes"]),
  module("FastCGI", ["Web", "CFCGI", .product(name: "Logging", package: "swift-log")]),
  [
    .executableTarget(
      name: "dicehall",
      dependencies: [
        "Games", "DiceLanguage", "Mustache", "Web", "Storage", "Site", "Classrooms", "Characters",
        "FileStorage", "PostgresStorage", "Copying", "FastCGI", "Cryptography", "LTI", "CDeflate",
        "CQRCode",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict, linkerSettings: release),
    .testTarget(
      name: "dicehallTests",
      dependencies: [
        "dicehall", "Fakes", "Visitors", "Mustache", "Web", "Storage", "Site", "FastCGI",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .testTarget(name: "LayoutTests", swiftSettings: strict),
  ],
]

let package = Package(
  name: "dicehall",
  products: [
    .executable(name: "dicehall", targets: ["dicehall"]),
    // For the benchmark of the engine, which is a package of its own.
    .library(name: "Mustache", targets: ["Mustache"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/attaswift/BigInt", from: "6.0.1"),
  ],
  targets: targets.flatMap { $0 }
)
