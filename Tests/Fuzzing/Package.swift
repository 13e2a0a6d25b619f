// swift-tools-version: 6.2
import PackageDescription

// A package of its own: built with libFuzzer's coverage in every module, which nothing else wants. Tests/Fuzzing/run builds and runs it.
let package = Package(
  name: "Fuzzing",
  dependencies: [.package(name: "TablePages", path: "../..")],
  targets: [
    .executableTarget(
      name: "Fuzzing",
      dependencies: [
        .product(name: "TablePages", package: "TablePages"), .product(name: "MicroHTTP", package: "TablePages"),
      ],
      path: "Parsers",
      swiftSettings: [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility")],
      // libFuzzer brings the `main` that calls `LLVMFuzzerTestOneInput`.
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])])
  ],
  swiftLanguageModes: [.v6])
