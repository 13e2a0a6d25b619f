// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let tracing = Target.Dependency.product(name: "Tracing", package: "swift-distributed-tracing")
let inMemoryTracing = Target.Dependency.product(name: "InMemoryTracing", package: "swift-distributed-tracing")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let metrics = Target.Dependency.product(name: "CoreMetrics", package: "swift-metrics")
let unixSignals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")

let package = Package(
  name: "TablePages",
  products: [
    .library(name: "TablePages", targets: ["TablePages"]),
    .library(name: "MicroHTTP", targets: ["MicroHTTP"]),
    .library(name: "MicroHTTPTesting", targets: ["MicroHTTPTesting"]),
    .executable(name: "tablepages", targets: ["tablepages"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    // HTTP
    .systemLibrary(name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(
      name: "MicroHTTP",
      dependencies: ["CMicroHTTPD", "CZlib", "TextCoding", httpTypes, lifecycle, logging, metrics, tracing],
      swiftSettings: settings),
    .target(name: "MicroHTTPTesting", dependencies: ["MicroHTTP", httpTypes], swiftSettings: settings),

    // What is counted, as Prometheus reads it
    .target(name: "MetricsText", dependencies: [metrics], swiftSettings: settings),

    // Digests, and codes that only who has a key can make
    .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .target(name: "Hashing", dependencies: ["COpenSSL", "TextCoding"], swiftSettings: settings),

    // Passwords, tokens, signatures
    .target(name: "Secrets", dependencies: ["COpenSSL", "Hashing", "TextCoding"], swiftSettings: settings),

    // JSON, names in addresses, dates
    .target(name: "TextCoding", swiftSettings: settings),

    // Threads and time limits for work that may take long
    .target(name: "BoundedWork", swiftSettings: settings),

    // Tables
    .target(name: "TableModel", dependencies: ["BoundedWork", "TextCoding"], swiftSettings: settings),
    .target(name: "TableEditing", dependencies: ["TableModel", "TextCoding"], swiftSettings: settings),
    // Rows of databases as view models of code, columns that it computes, handlers of events
    .target(name: "RecordViewModels", dependencies: ["TableModel"], swiftSettings: settings),
    .target(
      name: "TableRendering", dependencies: ["BoundedWork", "RecordViewModels", "TableModel", "TextCoding"],
      swiftSettings: settings),
    .systemLibrary(
      name: "CCMarkGFM", pkgConfig: "libcmark-gfm",
      providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
    .target(
      name: "RichTextRendering", dependencies: ["CCMarkGFM", "TableRendering"], swiftSettings: settings),
    // Rows in groups, and what is worked out for each
    .target(
      name: "TableGroups", dependencies: ["BoundedWork", "RecordViewModels", "TableModel", "TextCoding"],
      swiftSettings: settings),
    // Pictures of numbers
    .target(name: "Charts", dependencies: ["TableRendering"], swiftSettings: settings),
    .target(
      name: "SQLTables",
      dependencies: ["BoundedWork", "Hashing", "Secrets", "TableGroups", "TableModel", "TextCoding"],
      swiftSettings: settings),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(
      name: "SQLiteTables",
      dependencies: ["BoundedWork", "CSQLite", "SQLTables", "TableGroups", "TableModel", "TextCoding"],
      swiftSettings: settings),
    .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .target(
      name: "PostgreSQLTables",
      dependencies: ["BoundedWork", "CPostgreSQL", "SQLTables", "TableGroups", "TableModel", "TextCoding"],
      swiftSettings: settings),
    // A database from one engine to the other
    .target(
      name: "DatabaseCopying",
      dependencies: ["PostgreSQLTables", "SQLiteTables", "SQLTables", "TableModel", "TextCoding"],
      swiftSettings: settings),
    .target(
      name: "FileTables", dependencies: ["CZlib", "Hashing", "SQLiteTables", "TableModel", "TextCoding", logging],
      swiftSettings: settings),

    // Statements that visitors keep under names
    .target(
      name: "SavedQueries", dependencies: ["MicroHTTP", "TableArguments", "TextCoding"], swiftSettings: settings),

    // What a site's owner says
    .target(
      name: "SiteConfiguration",
      dependencies: ["RichTextRendering", "Secrets", "TableRendering", "TableModel", "TextCoding", yams],
      swiftSettings: settings),

    // Who may do what
    .target(
      name: "SiteAccess", dependencies: ["MicroHTTP", "Secrets", "SiteConfiguration", "TableModel", "TextCoding"],
      swiftSettings: settings),

    // The files of the folder Public, which browsers fetch with the pages, and the nibs of the pages
    .target(name: "CPageFiles"),

    // What the addresses of pages say
    .target(
      name: "TableArguments",
      dependencies: ["SiteConfiguration", "TableEditing", "TableModel", "TableRendering", "TextCoding"],
      swiftSettings: settings),

    // Which tables a site has, where, and how each is laid out
    .target(
      name: "SiteTables",
      dependencies: [
        "BoundedWork", "RecordViewModels", "RichTextRendering", "SavedQueries", "Secrets", "SiteAccess",
        "SiteConfiguration", "TableArguments", "TableEditing", "TableRendering", "TableModel", "TextCoding",
      ],
      swiftSettings: settings),

    // Groups as rows and as charts, and what addresses say of them
    .target(
      name: "GroupPresentation",
      dependencies: [
        "Charts", "SiteTables", "TableArguments", "TableGroups", "TableModel", "TableRendering", "TextCoding",
      ],
      swiftSettings: settings),

    // What stands around the rows of pages
    .target(
      name: "SitePages",
      dependencies: [
        "Charts", "CPageFiles", "GroupPresentation", "Hashing", "MicroHTTP", "RecordViewModels", "RichTextRendering",
        "SavedQueries", "Secrets", "SiteAccess", "SiteConfiguration", "SiteTables", "TableArguments", "TableEditing",
        "TableGroups",
        "TableRendering", "TableModel", "TextCoding",
        metrics,
      ],
      exclude: ["Nibs"], swiftSettings: settings),

    // What is sent to change rows: forms and JSON, read as commands
    .target(
      name: "RequestBodies",
      dependencies: [
        "MicroHTTP", "SitePages", "TableArguments", "TableEditing", "TableModel", "TableRendering", "TextCoding",
      ],
      swiftSettings: settings),

    // Pages and data of the queries that visitors save
    .target(
      name: "QuerySaving",
      dependencies: [
        "MicroHTTP", "RequestBodies", "SavedQueries", "SchemaEditing", "SiteAccess", "SiteConfiguration", "SitePages",
        "SiteTables", "TableArguments", "TableModel", "TableRendering", "TextCoding",
      ],
      swiftSettings: settings),

    // What a site tells programs of itself
    .target(
      name: "SiteDescriptions",
      dependencies: [
        "MicroHTTP", "QuerySaving", "RichTextRendering", "SavedQueries", "SiteAccess", "SiteConfiguration", "SitePages",
        "SiteTables", "TableArguments", "TableEditing", "TableModel", "TableRendering", "TextCoding",
      ],
      swiftSettings: settings),

    // What JSON says of tables that are to be made or changed
    .target(
      name: "SchemaEditing", dependencies: ["SitePages", "TableModel", "TextCoding"], swiftSettings: settings),

    // Rendered pages, kept as long as the data that they were made from stand
    .target(
      name: "PageCaching", dependencies: ["MicroHTTP", "SitePages", "TableArguments", "TableModel", metrics],
      swiftSettings: settings),

    // Pages of tables over HTTP
    .target(
      name: "TableServer",
      dependencies: [
        "BoundedWork", "Charts", "GroupPresentation", "MetricsText", "MicroHTTP", "PageCaching", "QuerySaving",
        "RecordViewModels", "RequestBodies", "SavedQueries", "SchemaEditing", "Secrets", "SiteAccess",
        "SiteConfiguration", "SiteDescriptions", "SitePages", "SiteTables", "RichTextRendering", "TableArguments",
        "TableEditing", "TableGroups", "TableRendering", "TableModel", "TextCoding", logging, metrics,
      ],
      swiftSettings: settings),

    // What people import, and what they run
    .target(
      name: "TablePages",
      dependencies: [
        "MicroHTTP", "Secrets", "TextCoding", "TableModel", "TableEditing", "RecordViewModels", "TableRendering",
        "RichTextRendering", "SQLTables", "SQLiteTables", "PostgreSQLTables", "FileTables", "SiteConfiguration",
        "SiteTables", "TableServer", "MetricsText",
      ],
      swiftSettings: settings),
    .target(
      name: "ExampleTables", dependencies: ["TablePages"], resources: [.embedInCode("Profile/profile.json")],
      swiftSettings: settings),
    .executableTarget(
      name: "tablepages",
      dependencies: [
        "TablePages", "ExampleTables", "DatabaseCopying", argumentParser, lifecycle, logging, metrics, unixSignals,
      ],
      exclude: ["Linking"],
      swiftSettings: settings),

    // Measured by Tests/Benchmarks/run, and shown by README.md
    .executableTarget(
      name: "RenderingBenchmark", dependencies: ["TablePages"], path: "Tests/Benchmarks/Rendering",
      swiftSettings: settings),
    .executableTarget(
      name: "ServingBenchmark", dependencies: ["TablePages", lifecycle, logging, unixSignals],
      path: "Tests/Benchmarks/Serving", swiftSettings: settings),
    .executableTarget(
      name: "ReadmeExample", dependencies: ["TablePages"], path: "Tests/ReadmeExample", swiftSettings: settings),

    // Tests
    .target(name: "SeededNumbers", path: "Tests/Support/SeededNumbers", swiftSettings: settings),
    .target(
      name: "TableWalking", dependencies: ["TableModel"], path: "Tests/Support/TableWalking", swiftSettings: settings),
    .target(
      name: "SharedStoreInMemory", dependencies: ["Secrets"], path: "Tests/Support/SharedStoreInMemory",
      swiftSettings: settings),
    .target(
      name: "PostgreSQLServer", dependencies: ["CPostgreSQL"], path: "Tests/Support/PostgreSQLServer",
      swiftSettings: settings),
    .testTarget(
      name: "MicroHTTPTests",
      dependencies: [
        "MetricsText", "MicroHTTP", "MicroHTTPTesting", "TextCoding", "SeededNumbers", httpTypes, inMemoryTracing,
        tracing,
      ],
      swiftSettings: settings),
    .testTarget(name: "MetricsTextTests", dependencies: ["MetricsText", metrics], swiftSettings: settings),
    .testTarget(name: "SavedQueriesTests", dependencies: ["SavedQueries", "SeededNumbers"], swiftSettings: settings),
    .testTarget(name: "HashingTests", dependencies: ["Hashing", "SeededNumbers"], swiftSettings: settings),
    .testTarget(name: "SecretsTests", dependencies: ["Secrets"], swiftSettings: settings),
    .testTarget(name: "TextCodingTests", dependencies: ["TextCoding", "SeededNumbers"], swiftSettings: settings),
    .testTarget(
      name: "TableModelTests", dependencies: ["BoundedWork", "TableModel", "TextCoding", "SeededNumbers"],
      swiftSettings: settings),
    .testTarget(
      name: "RecordViewModelsTests", dependencies: ["RecordViewModels", "TableModel"], swiftSettings: settings),
    .testTarget(name: "TableGroupsTests", dependencies: ["TableGroups", "TableModel"], swiftSettings: settings),
    .testTarget(name: "ChartsTests", dependencies: ["Charts", "TableRendering"], swiftSettings: settings),
    .testTarget(
      name: "TableEditingTests", dependencies: ["TableEditing", "TableModel", "SeededNumbers"],
      swiftSettings: settings),
    .testTarget(
      name: "TableRenderingTests",
      dependencies: [
        "BoundedWork", "RecordViewModels", "TableRendering", "SiteTables", "TableModel", "TextCoding", "SeededNumbers",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "RichTextRenderingTests",
      dependencies: ["CCMarkGFM", "RichTextRendering", "TableRendering", "SeededNumbers"],
      swiftSettings: settings),
    .testTarget(
      name: "SQLTablesTests",
      dependencies: [
        "SQLTables", "SQLiteTables", "PostgreSQLTables", "PostgreSQLServer", "TableModel", "TextCoding", "CSQLite",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SQLiteTablesTests",
      dependencies: [
        "BoundedWork", "SQLiteTables", "SQLTables", "TableModel", "TableWalking", "CSQLite", "SeededNumbers",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "PostgreSQLTablesTests",
      dependencies: [
        "BoundedWork", "PostgreSQLTables", "PostgreSQLServer", "SQLTables", "TableModel", "TableWalking",
        "SeededNumbers",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "DatabaseCopyingTests",
      dependencies: ["DatabaseCopying", "PostgreSQLServer", "SQLiteTables", "SQLTables", "TableModel"],
      swiftSettings: settings),
    .testTarget(
      name: "FileTablesTests",
      dependencies: ["FileTables", "SQLiteTables", "TableModel", "TextCoding", "SeededNumbers", logging],
      swiftSettings: settings),
    .testTarget(
      name: "SiteConfigurationTests",
      dependencies: [
        "SiteConfiguration", "RichTextRendering", "Secrets", "TableModel", "TableRendering", "TextCoding",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SiteAccessTests",
      dependencies: [
        "SiteAccess", "SiteConfiguration", "MicroHTTP", "MicroHTTPTesting", "Secrets", "SharedStoreInMemory",
        "TableModel", "TextCoding",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "TableServerTests",
      dependencies: [
        "TablePages", "Hashing", "MicroHTTPTesting", "PageCaching", "PostgreSQLServer", "SeededNumbers",
        "SharedStoreInMemory", lifecycle, logging, unixSignals,
      ],
      exclude: ["Articles/ProductCell.html", "Articles/TaskCell.html"], swiftSettings: settings),
    .testTarget(
      name: "ExampleTablesTests", dependencies: ["ExampleTables", "TablePages", "MicroHTTPTesting"],
      swiftSettings: settings),
    .testTarget(
      name: "CommandTests", dependencies: ["tablepages", "ReadmeExample", "PostgreSQLServer", "SeededNumbers", yams],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .gnu2x)

// Tests are compiled without what a debugger needs to step through them, which a sixth of the time goes for: leave this out to do so.
for target in package.targets where target.isTest {
  target.swiftSettings = settings + [.unsafeFlags(["-Xfrontend", "-gnone"])]
}

// Only for Tests/Fuzzing/run, since libFuzzer brings the `main` that calls `LLVMFuzzerTestOneInput`.
if Context.environment["FUZZING"] != nil {
  package.targets.append(
    .executableTarget(
      name: "Fuzzing", dependencies: ["TablePages", "MicroHTTP"], path: "Tests/Fuzzing/Parsers",
      swiftSettings: settings, linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])]))
}
