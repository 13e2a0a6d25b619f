import ArgumentParser
import DatabaseCopying
import Glibc
import PostgreSQLTables
import TableModel

struct CopyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copies a SQLite database to PostgreSQL, or back.",
    discussion: """
      A file moves to a server, and a server's schema into a file:
        tablepages copy shop.sqlite postgresql://user@db.example.org/shop
        tablepages copy postgresql://user@db.example.org/shop shop.sqlite

      Copies tables with their rows, keys, indexes, references, defaults, conditions, computed columns and views, and lists by name what the \
      target can't hold. Counts and checksums of all rows are compared at the end. A copy that was killed goes on where it was when the same \
      command is run again. Tables that the copy didn't make are left alone.

      Exit code: 0 if all rows are there, 1 otherwise.
      """)

  @Argument(help: "A SQLite database, or the address of a PostgreSQL database.")
  var source: String

  @Argument(help: "The address of a PostgreSQL database, or a SQLite file, made if it isn't there.")
  var target: String

  @Option(
    help: ArgumentHelp(
      "The schema of the PostgreSQL database. (default: the first of its search path, mostly public)", valueName: "name"
    ))
  var schema: String?

  @Option(
    name: .customLong("table"),
    help: ArgumentHelp("Copy this table or view; may be given several times. (default: all)", valueName: "name"))
  var tables: [String] = []

  @Flag(help: "Replace tables and views of the target that have the same names.")
  var replace = false

  @Flag(help: "Remove what an unfinished copy has left, and begin again.")
  var restart = false

  func validate() throws {
    guard ServedFiles.isAddress(source) != ServedFiles.isAddress(target) else {
      throw ValidationError(
        "one of the two must be the address of a PostgreSQL database (postgresql://…), the other a SQLite file")
    }
  }

  func run() throws {
    PostgreSQLDatabase.hidePasswordsOfCommandLine()
    var options = DatabaseCopy.Options()
    options.schema = schema
    options.tables = tables
    options.replacesTables = replace
    options.restarts = restart
    let bar = ProgressBar()
    let copy = DatabaseCopy(options) { bar.show($0.action, done: $0.done, total: $0.total) }
    let report: DatabaseCopy.Report
    do {
      defer { bar.end() }
      report =
        ServedFiles.isAddress(target)
        ? try copy.copy(file: source, toServer: target) : try copy.copy(server: source, toFile: target)
    } catch TableError.unavailable(let message), TableError.badRequest(let message) {
      throw CommandFailure(message)
    }
    tell(report)
  }

  private func tell(_ report: DatabaseCopy.Report) {
    if report.resumedRows > 0 { writeLine("Went on behind \(report.resumedRows) rows of an earlier run", to: .output) }
    for table in report.tables {
      writeLine("\(table.name): \(table.rows) \(table.rows == 1 ? "row" : "rows")", to: .output)
    }
    let rows = report.tables.reduce(0) { $0 + $1.rows }
    let views = report.viewCount == 0 ? "" : ", \(report.viewCount) \(report.viewCount == 1 ? "view" : "views")"
    writeLine(
      "\(report.tables.count) \(report.tables.count == 1 ? "table" : "tables")\(views), \(rows) rows: counts and checksums agree (\(String(report.checksum, radix: 16)))",
      to: .output)
    guard !report.remarks.isEmpty else { return }
    writeLine("Not the same there:", to: .output)
    for remark in report.remarks { writeLine("- \(remark)", to: .output) }
  }
}
