internal import Logging
internal import SQLTables
internal import SQLiteTables

/// Keeps what is wrong with the lines of a file: the first in the log, many in a table beside that of the file, all in a count.
final class ProblemTable {
  static let logLimit = 20
  static let rowLimit = 10_000

  private let file: TableFile
  private let writer: SQLiteBulkWriter
  private let logger: Logger
  /// What the table is called in the end, and what while it is filled.
  private let name, currentName: String
  private var insertion: SQLiteBulkWriter.Insertion?
  private(set) var count = 0
  /// How many of the first were told before, when the same lines were read.
  private let toldCount: Int
  /// How many the table has no room for, and the line of the first of them.
  private var unlisted: (count: Int, line: Int) = (0, 0)

  init(
    _ currentName: String, as name: String, of file: TableFile, in writer: SQLiteBulkWriter, _ logger: Logger,
    toldCount: Int = 0
  ) {
    (self.currentName, self.name) = (currentName, name)
    self.file = file
    self.writer = writer
    self.logger = logger
    self.toldCount = toldCount
  }

  /// - Parameter isEnd: whether these are about the file as a whole, found out at its end: they are kept however many others there are.
  func add(_ problems: [LineProblem], isEnd: Bool = false) throws {
    for problem in problems {
      count += 1
      if count <= Self.logLimit || isEnd, count > toldCount {
        logger.warning("\(file.path):\(problem.line): \(problem.message)")
      }
      if count <= Self.rowLimit || isEnd {
        try insert(problem)
      } else {
        if unlisted.count == 0 { unlisted.line = problem.line }
        unlisted.count += 1
      }
    }
  }

  /// Says in the table from which line on it lacks some.
  func listRest() throws {
    guard unlisted.count > 0 else { return }
    try insert(
      LineProblem(line: unlisted.line, "Problems from this line on are not listed: \(unlisted.count) more."))
  }

  /// Says how many there were beside those that the log has.
  func end() {
    if count > Self.logLimit {
      logger.warning("\(file.path): \(count) problems; see the table \(name)")
    }
  }

  private func insert(_ problem: LineProblem) throws {
    let insertion = try insertion ?? makeTable()
    let (message, text) = (Array(problem.message.utf8), Array(problem.text.utf8))
    try insertion.add(
      [
        BulkField(Int64(problem.line)), BulkField(textAt: 0, count: message.count),
        BulkField(textAt: message.count, count: text.count),
      ], of: message + text)
  }

  private func makeTable() throws -> SQLiteBulkWriter.Insertion {
    try writer.execute("CREATE TABLE main.\(SQLIdentifier(currentName)) (line INTEGER, problem TEXT, text TEXT)")
    let made = try writer.insertion(into: currentName, columnCount: 3)
    insertion = made
    return made
  }
}
