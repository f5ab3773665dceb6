// swift-tools-version: 6.2
import PackageDescription

/// The name of the folder of Dicehall, which a clone may choose: modules are renamed only beside
/// packages that are called by it.
let dicehall = Context.packageDirectory.split(separator: "/").dropLast(2).last?.lowercased() ?? ""

let package = Package(
  name: "engine",
  dependencies: [
    .package(path: "../.."),
    // What the engine is compared with; Dicehall itself needs nothing of it.
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
  ],
  targets: [
    .target(name: "CPage"),
    .executableTarget(
      name: "engine",
      dependencies: [
        "CPage",
        .product(name: "Mustache", package: dicehall),
        .product(
          name: "Mustache", package: "swift-mustache",
          moduleAliases: ["Mustache": "SwiftMustache"]),
      ],
      resources: [.embedInCode("page.mustache")],
      swiftSettings: [
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ]
)
