import Foundation
import SQLiteTables

@testable import FileTables

/// A folder of a test's own.
final class Folder {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("file-tables-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  @discardableResult
  func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
    try Data(bytes).write(to: url.appendingPathComponent(name))
    return path(name)
  }

  @discardableResult
  func write(_ name: String, _ text: String) throws -> String { try write(name, text.utf8) }

  /// Runs a program on files of the folder.
  @discardableResult
  func run(_ program: String, _ arguments: String...) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.currentDirectoryURL = url
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// All that a reader reads.
struct Reading: Equatable {
  var records: [[String?]] = []
  /// The table of each record.
  var tables: [Int] = []
  var lines: [Int] = []
  var problems: [LineProblem] = []
  var found: [FoundTable] = []

  init<Reader: RecordReader & ~Copyable>(_ reader: inout Reader) {
    while reader.next() {
      problems += reader.problems
      let bytes = reader.bytes
      records.append(
        reader.record.fields.map { field in
          switch field.kind {
          case .null: nil
          case .integer where field.count > 0: field.bits == 1 ? "true" : "false"
          case .integer: String(Int64(bitPattern: field.bits))
          case .real: String(Double(bitPattern: field.bits))
          case .text: String(decoding: bytes[field.start..<field.start + field.count], as: UTF8.self)
          }
        })
      tables.append(reader.record.table)
      lines.append(reader.record.line)
    }
    problems += reader.problems
    found = reader.tables
  }

  static func csv(_ path: String, delimiter: UInt8? = nil, piece: Int = 256 << 10) throws -> Reading {
    var reader = try CSVReader(path: path, delimiter: delimiter, pieceByteCount: piece)
    return Reading(&reader)
  }

  /// Bytes that are handed out in chunks.
  static func csv(
    _ bytes: [UInt8], delimiter: UInt8? = nil, piece: Int = 256 << 10, chunk: Int = .max
  ) throws -> Reading {
    var reader = try CSVReader(
      BytesInMemory(bytes, chunkByteCount: chunk), delimiter: delimiter, pieceByteCount: piece)
    return Reading(&reader)
  }

  static func json(
    _ bytes: [UInt8], isLines: Bool = false, piece: Int = 256 << 10, chunk: Int = .max
  ) throws -> Reading {
    var reader = try JSONReader(
      BytesInMemory(bytes, chunkByteCount: chunk), isLines: isLines, pieceByteCount: piece)
    return Reading(&reader)
  }

  static func json(_ path: String, isLines: Bool = false, piece: Int = 256 << 10) throws -> Reading {
    var reader = try JSONReader(path: path, isLines: isLines, pieceByteCount: piece)
    return Reading(&reader)
  }
}
