import Dispatch
import Foundation
import Logging
import TableModel
import Testing

@testable import FileTables

/// Whether what is there of a file is all of it.
@Suite struct CompletenessTests {
  let folder: Folder
  /// Loading stops at the first line that is told of, until it may go on.
  private let gate = DispatchSemaphore(value: 0)
  init() throws { folder = try Folder() }

  private func loader(_ paths: String...) throws -> FileLoader {
    let logger = Logger(label: "tests") { [gate] _ in HaltingLog(gate: gate) }
    return try FileLoader(paths.compactMap { TableFile(path: $0) }, into: folder.path("rows.sqlite"), logger: logger)
  }

  private func ask(_ sql: String) throws -> [String] {
    try folder.run("sqlite3", "rows.sqlite", sql).split(separator: "\n").map(String.init)
  }

  /// Enough rows for several batches, with a line in the midst of them that is told of.
  private func rows(_ value: String) -> String {
    var text = "x,y\n"
    for number in 0..<60_000 { text += number == 40_000 ? "a line that is told of\n" : "\(number),\(value)\n" }
    return text
  }

  private func waits(_ loader: FileLoader, until isThere: (LoadingProgress.Snapshot) -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(300)
    while !isThere(loader.progress.snapshot), ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(5)) }
  }

  @Test func aFileIsWholeWhenAllOfItIsThere() async throws {
    let long = try folder.write("long.csv", rows("v")), short = try folder.write("short.csv", "x\n1\n")
    let loader = try loader(long, short)
    #expect(
      loader.progress.completeness(of: "long") == .loading && loader.progress.completeness(of: "SHORT") == .loading)
    let loading = Task { try await loader.load() }
    try await waits(loader) { $0.rowCount > 1 }
    // The short one is loaded first.
    #expect(loader.progress.completeness(of: "short") == .complete)
    #expect(loader.progress.completeness(of: "Long") == .loading)
    #expect(loader.progress.completeness(of: nil) == .loading)
    // What isn't known yet may be a table of the long one.
    #expect(loader.progress.completeness(of: "other") == .loading)
    gate.signal()
    try await loading.value
    for table in ["short", "long", "other", nil] { #expect(loader.progress.completeness(of: table) == .complete) }
  }

  @Test func theOldRowsOfAChangedFileAreWholeUntilTheNewOnesAre() async throws {
    let path = try folder.write("a.csv", "x,y\n1,2\n")
    let loader = try loader(path)
    try await loader.load()
    try folder.write("a.csv", rows("w"))
    let loading = Task { try await loader.load() }
    try await waits(loader) { $0.rowCount > 1 && !$0.isComplete }
    #expect(loader.progress.completeness(of: "a") == .complete)
    #expect(try ask("SELECT count(*) FROM a") == ["1"])
    gate.signal()
    try await loading.value
    #expect(try ask("SELECT count(*) FROM a") == ["60000"])
  }

  @Test func aFileThatIsWrittenWhileItIsReadIsReadAgain() async throws {
    let path = try folder.write("a.csv", rows("v"))
    let loader = try loader(path)
    let loading = Task { try await loader.load() }
    try await waits(loader) { $0.rowCount > 0 }
    // Shorter than what was read of it.
    try folder.write("a.csv", "x,y\n7,8\n")
    gate.signal()
    try await loading.value
    // Whatever was read first, it is the new content as soon as the file is called loaded.
    for _ in 0..<3 where loader.progress.completeness(of: "a") != .complete { try await loader.load() }
    #expect(loader.progress.completeness(of: "a") == .complete)
    #expect(try ask("SELECT x, y FROM a") == ["7|8"])
  }

  @Test func aFileThatGrowsIsWholeAsFarAsItWasRead() async throws {
    let path = try folder.write("a.csv", rows("v"))
    let loader = try loader(path)
    let loading = Task { try await loader.load() }
    try await waits(loader) { $0.rowCount > 0 }
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("1,late\n".utf8))
    try handle.close()
    gate.signal()
    try await loading.value
    #expect(loader.progress.completeness(of: "a") == .complete)
    try await loader.load()
    #expect(try ask("SELECT count(*) FROM a WHERE y = 'late'") == ["1"])
  }

  @Test func whatCanNotBeLoadedHasFailedAndLeavesNoPart() async throws {
    gate.signal()
    let loader = try loader(folder.path("missing.csv"))
    try await loader.load()
    #expect(loader.progress.completeness(of: "missing") == .failed("File “missing.csv” not found."))
    #expect(loader.progress.completeness(of: nil) == .complete)
    try folder.write("missing.csv", "x\n1\n")
    try await loader.load()
    #expect(loader.progress.completeness(of: "missing") == .complete)
    #expect(loader.progress.notices(about: "missing") == [])
  }

  @Test func twoFilesOfOneNameAreToldApart() async throws {
    let long = try folder.write("a.csv", rows("v")), short = try folder.write("A.tsv", "x\n1\n")
    let loader = try loader(long, short)
    let loading = Task { try await loader.load() }
    try await waits(loader) { $0.rowCount > 1 }
    #expect(loader.progress.completeness(of: "a") == .loading && loader.progress.completeness(of: "A_2") == .complete)
    gate.signal()
    try await loading.value
    #expect(loader.progress.completeness(of: "a") == .complete)
  }
}
