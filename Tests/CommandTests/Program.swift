import Dispatch
import Foundation
import Testing

/// The built program, as it stands beside the tests.
enum Program {
  /// What a run of the program came to.
  struct Run {
    let exitCode: Int32
    let output: String
    let errors: String

    /// Whether it ended with exit code 1 and one line that says why.
    var isOneLineRefusal: Bool {
      exitCode == 1 && output.isEmpty && errors.hasPrefix("tablepages: ") && errors.hasSuffix("\n")
        && errors.filter { $0 == "\n" }.count == 1
    }
  }

  static var url: URL {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appendingPathComponent("tablepages")
  }

  /// A process that is ready to run.
  /// - Parameter tool: another program, found as a shell finds it.
  static func process(_ arguments: [String], of tool: String? = nil, environment: [String: String] = [:]) -> Process {
    let process = Process()
    process.executableURL = tool.map { _ in URL(fileURLWithPath: "/usr/bin/env") } ?? url
    process.arguments = (tool.map { [$0] } ?? []) + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    return process
  }

  /// Runs the program to its end.
  static func run(_ arguments: String..., environment: [String: String] = [:]) async throws -> Run {
    try await run(arguments, environment: environment)
  }

  /// Runs the program, or another, to its end, at most five minutes: one that serves where it should have refused
  /// would hold up all tests.
  /// - Parameters:
  ///   - tool: the other program, found as a shell finds it.
  ///   - input: what it reads.
  static func run(
    _ arguments: [String], of tool: String? = nil, input: String = "", environment: [String: String] = [:]
  ) async throws -> Run {
    try await TemporaryFolder.with { folder in
      let process = process(arguments, of: tool, environment: environment)
      if tool != nil { process.currentDirectoryURL = folder.url }
      if !input.isEmpty { process.standardInput = FileHandle(forReadingAtPath: try folder.write("input", input.utf8)) }
      process.standardOutput = try folder.handle("output")
      process.standardError = try folder.handle("errors")
      try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
        process.terminationHandler = { _ in ended.resume() }
        do { try process.run() } catch { return ended.resume(throwing: error) }
        DispatchQueue.global().asyncAfter(deadline: .now() + 300) { if process.isRunning { process.terminate() } }
      }
      return Run(
        exitCode: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
        output: try folder.text("output"), errors: try folder.text("errors"))
    }
  }
}

/// A folder for one test.
struct TemporaryFolder {
  let url: URL

  static func with<Result>(_ body: (TemporaryFolder) async throws -> Result) async throws -> Result {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("tablepages-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: url) }
    return try await body(TemporaryFolder(url: url))
  }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Writes a file and answers its path.
  @discardableResult
  func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
    try Data(bytes).write(to: url.appendingPathComponent(name))
    return path(name)
  }

  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: url.appendingPathComponent(name)), as: UTF8.self)
  }

  /// Writes a file by which everybody may read, and one program may do what a role grants.
  /// - Returns: its path, and the token that the program sends.
  func access(granting right: String) async throws -> (path: String, token: String) {
    let printed = try await Program.run("token").output
    let token = try #require(printed.firstMatch(of: /token: (\S+)/)?.output.1)
    let hash = try #require(printed.firstMatch(of: /hash: ("\S+")/)?.output.1)
    let rules = "everyone: read\nroles: {r: \(right)}\ntokens: {ada: {hash: \(hash), roles: [r]}}\n"
    return (try write("access.yaml", rules.utf8), String(token))
  }

  /// A new file to write to.
  func handle(_ name: String) throws -> FileHandle {
    try write(name, [])
    return try FileHandle(forWritingTo: url.appendingPathComponent(name))
  }
}
