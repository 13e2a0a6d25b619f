import Foundation
import Synchronization

/// Runs a program, feeds it bytes, and gives what it wrote. Not by Foundation's `Process`, which cannot cope with the
/// thousands of descriptors that other tests have open at the same time.
func run(_ program: String, _ arguments: [String], input: [UInt8] = []) async throws -> (status: Int32, output: [UInt8])
{
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try spawn([program] + arguments, input) }) }
  }
}

private struct CannotRun: Error { var program: String }

/// One child at a time is made, so that none inherits the ends of another's pipes.
private let spawning = Mutex(())

private func spawn(_ words: [String], _ input: [UInt8]) throws -> (status: Int32, output: [UInt8]) {
  let (stdin, stdout, child) = try spawning.withLock { _ in try start(words) }
  try stdin.fileHandleForReading.close()
  try stdout.fileHandleForWriting.close()
  try stdin.fileHandleForWriting.write(contentsOf: input)
  try stdin.fileHandleForWriting.close()
  let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
  var status: Int32 = 0
  waitpid(child, &status, 0)
  return (status >> 8 & 0xFF, Array(output))
}

/// What gzip itself makes of bytes.
func gunzip(_ bytes: [UInt8]) async throws -> [UInt8] { try await run("gzip", ["-dc"], input: bytes).output }

/// A folder for the time of a test.
func withTemporaryFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("micro-\(UUID().uuidString.prefix(8))")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder.path)
}

/// Writes a file, and the folders above it.
func write(_ text: String, to path: String) throws {
  let url = URL(fileURLWithPath: path)
  try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
  try Data(text.utf8).write(to: url)
}

private func start(_ words: [String]) throws -> (stdin: Pipe, stdout: Pipe, child: pid_t) {
  let (stdin, stdout) = (Pipe(), Pipe())
  for pipe in [stdin, stdout] {
    _ = fcntl(pipe.fileHandleForReading.fileDescriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(pipe.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
  }
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_adddup2(&actions, stdin.fileHandleForReading.fileDescriptor, 0)
  posix_spawn_file_actions_adddup2(&actions, stdout.fileHandleForWriting.fileDescriptor, 1)
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
  var arguments = words.map { strdup($0) } + [nil]
  defer { arguments.forEach { free($0) } }
  var child = pid_t()
  guard posix_spawnp(&child, words.first ?? "", &actions, nil, &arguments, environ) == 0 else {
    throw CannotRun(program: words.first ?? "")
  }
  return (stdin, stdout, child)
}
