// swift-tools-version: 6.2
import PackageDescription

// Its name must differ from that of what it uses, and so must the folder's.
let package = Package(
  name: "on-hummingbird",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
  ],
  targets: [
    .executableTarget(
      name: "on-hummingbird",
      dependencies: [
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Mustache", package: "swift-mustache"),
      ],
      path: "Sources",
      swiftSettings: [.treatAllWarnings(as: .error)])
  ]
)
