// swift-tools-version: 6.2
import PackageDescription

// A page of the table of events written by hand over Hummingbird, as somebody would who needs this page and no other: what the benchmark
// compares ours with. A package of its own, so that who builds TablePages doesn't fetch it.
let package = Package(
  name: "PageByHand",
  dependencies: [
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
  ],
  targets: [
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .executableTarget(
      name: "PageByHand",
      dependencies: [
        "CSQLite", .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"), .product(name: "NIOCore", package: "swift-nio"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ])
