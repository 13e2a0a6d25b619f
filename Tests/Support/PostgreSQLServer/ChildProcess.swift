import Foundation
import Synchronization

/// A program that ends with the process that started it, however that ends.
final class ChildProcess: Sendable {
  private let lifeline = Mutex<(process: Process, input: FileHandle, mark: URL)?>(nil)

  /// Starts a program, as somebody who may do nothing where this process may do everything.
  /// - Parameters:
  ///   - signal: what ends it.
  ///   - folder: what it keeps, which goes with this process, and stays after `stop`: what tests share is never stopped.
  func start(_ command: [String], endedBy signal: String, in folder: URL) throws {
    // The input ends when this process does: then the program does too.
    let script = """
      signal=$0; kept=$1; shift; "$@" & child=$!
      cat >/dev/null
      kill -$signal $child; wait $child
      [ -e "$kept/stopped" ] || rm -rf "$kept"
      """
    let mark = folder.appending(path: "stopped")
    try? FileManager.default.removeItem(at: mark)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = Self.asNobody + ["sh", "-c", script, signal, folder.path] + command
    let pipe = Pipe()
    // No other process that the tests start may hold it open.
    _ = fcntl(pipe.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    process.standardInput = pipe
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    lifeline.withLock { $0 = (process, pipe.fileHandleForWriting, mark) }
  }

  /// Waits until somebody is let in.
  func waitUntilReady(_ address: String, _ name: String) throws {
    for _ in 0..<600 {
      if (try? Session(address)) != nil { return }
      usleep(50_000)
    }
    throw ServerFailure(message: "\(name) doesn't start; is it installed?")
  }

  func stop() {
    let running = lifeline.withLock { lifeline in
      defer { lifeline = nil }
      return lifeline
    }
    guard let running else { return }
    // The script sees by it that this process goes on.
    _ = FileManager.default.createFile(atPath: running.mark.path, contents: nil)
    try? running.input.close()
    running.process.waitUntilExit()
  }

  /// A folder in which such a program may write.
  static func makeFolder(_ prefix: String) throws -> URL {
    let folder = URL(filePath: "/tmp/\(prefix)-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try handOver(folder)
    return folder
  }

  /// Makes a file or folder that of whom such programs run as.
  static func handOver(_ url: URL) throws {
    if isRoot { try run(["chown", "nobody", url.path]) }
  }

  /// Runs a command to its end.
  static func run(_ command: [String], isNobody: Bool = false) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = (isNobody ? asNobody : []) + command
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw ServerFailure(message: "\(command.joined(separator: " ")) failed; is it installed?")
    }
  }

  private static var isRoot: Bool { getuid() == 0 }

  /// PostgreSQL and PgBouncer refuse to be run by root.
  private static var asNobody: [String] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return ["PATH=/usr/sbin:\(path)"] + (isRoot ? ["setpriv", "--reuid=nobody", "--clear-groups", "--"] : [])
  }
}
