import ArgumentParser
import PostgreSQLTables
import TableModel

/// What an owner lets be done to a PostgreSQL database.
struct PostgreSQLCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "postgres", abstract: "Lets a PostgreSQL database tell servers of changes.",
    subcommands: [WatchCommand.self, UnwatchCommand.self])
}

/// Which tables of which database.
struct WatchedTables: ParsableArguments {
  @Argument(help: "Tables, as pages call them: products, or warehouse.stock.")
  var tables: [String] = []

  @Option(help: ArgumentHelp("The address of the database.", valueName: "postgresql://…"))
  var database: String

  @Flag(help: "All tables.")
  var all = false

  func validate() throws {
    guard ServedFiles.isAddress(database) else {
      throw ValidationError("--database must be the address of a PostgreSQL database (postgresql://…)")
    }
    guard tables.isEmpty == all else { throw ValidationError("name tables, or give --all") }
  }

  /// Does something with the database; what goes wrong is said in one line.
  func work(_ body: (TableWatch) throws -> Void) throws {
    PostgreSQLDatabase.hidePasswordsOfCommandLine()
    do { try body(try TableWatch(database)) } catch TableError.unavailable(let message),
      TableError.badRequest(let message)
    {
      throw CommandFailure(message)
    }
  }
}

struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Lets tables tell of their changes, so that kept pages outlive changes of others.",
    discussion: """
      Pages are kept as long as nothing in the database changes. Those of tables that are watched are kept as long as these don't:
        tablepages postgres watch products orders --database postgresql://owner@db.example.org/shop

      Adds the schema "tablepages" with two functions, an event trigger that tells of changed definitions, and a trigger on each table. Servers \
      notice it by themselves. Needs the owner of the tables, as a superuser. A transaction that changes a watched table can't be prepared \
      (two-phase commit).
      """)

  @OptionGroup var choice: WatchedTables

  func run() throws {
    try choice.work { watch in
      let tables = choice.all ? try watch.watchable() : try watch.watchable(choice.tables)
      writeLine(
        "Adds to \(watch.databaseName): the schema tablepages, the event trigger tablepages_definitions, and the trigger tablepages_changes on",
        to: .output)
      for table in tables { writeLine("  \(table)", to: .output) }
      try watch.add(tables)
    }
  }
}

struct UnwatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unwatch", abstract: "Removes what watch has added.",
    discussion: """
      Removes the trigger from tables, and with the last one all that watch has made:
        tablepages postgres unwatch --all --database postgresql://owner@db.example.org/shop
      """)

  @OptionGroup var choice: WatchedTables

  func run() throws {
    try choice.work { watch in
      let tables = choice.all ? try watch.watched() : try watch.watched(choice.tables)
      writeLine("Removes from \(watch.databaseName): the trigger tablepages_changes on", to: .output)
      for table in tables { writeLine("  \(table)", to: .output) }
      if try watch.remove(tables) {
        writeLine("and the event trigger tablepages_definitions with the schema tablepages", to: .output)
      }
    }
  }
}
