import ArgumentParser
import TablePages

/// What one request, or one kind of work, may take of the machine.
struct QueryLimitOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Time limit per page or query, in seconds.", valueName: "seconds"))
  var timeLimit = 1.0

  @Option(help: ArgumentHelp("Time limit for the exact counts of a facet, in seconds.", valueName: "seconds"))
  var facetTimeLimit = 3.0

  @Option(help: ArgumentHelp("Time limit for a search of all tables, in seconds.", valueName: "seconds"))
  var searchTimeLimit = 4.0

  @Option(help: ArgumentHelp("Time limit per export, in seconds, however slow its client is.", valueName: "seconds"))
  var exportTimeLimit = 600.0

  @Option(help: ArgumentHelp("Time limit per write, in seconds.", valueName: "seconds"))
  var writeTimeLimit = 10.0

  @Option(help: ArgumentHelp("Threads per database for what takes longer than a moment.", valueName: "number"))
  var databaseThreads = 2

  @Option(help: ArgumentHelp("Connections to a PostgreSQL database that pages share.", valueName: "number"))
  var databaseConnections = 8

  @Option(
    help: ArgumentHelp(
      "How far behind a server named by --read-from may be; beyond it rows are read from the one that takes changes.",
      valueName: "seconds"))
  var replicaDelay = 30.0

  @Option(
    help: ArgumentHelp("Requests per database that may wait for such a thread; beyond it 503.", valueName: "number"))
  var maxWaiting = 64

  @Option(help: ArgumentHelp("Writes per database that may wait; beyond it 503.", valueName: "number"))
  var maxWaitingWrites = 128

  @Option(help: ArgumentHelp("Exports of one database at a time; beyond it 503.", valueName: "number"))
  var maxExports = 4

  @Option(
    help: ArgumentHelp(
      "Memory for all responses together, in megabytes; beyond it 503.",
      valueName: "megabytes"))
  var answerMemory = 16

  @Option(
    help: ArgumentHelp(
      "Maximum size of a response that isn't streamed, in megabytes.",
      valueName: "megabytes"))
  var maxAnswerSize = 8

  @Option(
    help: ArgumentHelp(
      "Maximum size of the rows of one write, before and after, in megabytes; never less than three of the largest value.",
      valueName: "megabytes"))
  var maxWriteSize = 32

  @Option(
    help: ArgumentHelp(
      "Memory in which SQLite keeps pages of database files, all connections together, in megabytes; a sixteenth of what there is, and 256 at most, unless given.",
      valueName: "megabytes"))
  var databaseCache: Int?

  func validate() throws {
    let seconds = [
      ("time", timeLimit), ("facet-time", facetTimeLimit), ("search-time", searchTimeLimit),
      ("export-time", exportTimeLimit), ("write-time", writeTimeLimit),
    ]
    for (name, value) in seconds where !(value > 0 && value <= 86_400) {
      throw ValidationError("--\(name)-limit must be more than 0 seconds and at most 86400")
    }
    guard replicaDelay > 0, replicaDelay <= 86_400 else {
      throw ValidationError("--replica-delay must be more than 0 seconds and at most 86400")
    }
    let numbers = [
      ("database-threads", databaseThreads, 64), ("database-connections", databaseConnections, 1_000),
      ("max-waiting", maxWaiting, 100_000),
      ("max-waiting-writes", maxWaitingWrites, 100_000), ("max-exports", maxExports, 1_000),
      ("max-answer-size", maxAnswerSize, 1_024), ("max-write-size", maxWriteSize, 1_024),
    ]
    for (name, value, most) in numbers where !(1...most).contains(value) {
      throw ValidationError("--\(name) must be from 1 to \(most)")
    }
    guard (0...(1 << 20)).contains(databaseCache ?? 0) else {
      throw ValidationError("--database-cache must be from 0 to 1048576 megabytes")
    }
    guard (maxAnswerSize * 2...(1 << 20)).contains(answerMemory) else {
      throw ValidationError(
        "--answer-memory must be from twice --max-answer-size, \(maxAnswerSize * 2), to 1048576 megabytes")
    }
  }

  /// What a database heeds of it.
  func set(in options: inout SQLiteDatabase.Options) {
    options.timeLimitSeconds = timeLimit
    options.facetTimeLimitSeconds = facetTimeLimit
    options.exportTimeLimitSeconds = exportTimeLimit
    options.writeTimeLimitSeconds = writeTimeLimit
    options.threads = databaseThreads
    options.queueLimit = maxWaiting
    options.writeQueueLimit = maxWaitingWrites
    options.exportLimit = maxExports
    options.pageByteLimit = maxAnswerSize << 19
    options.writeByteLimit = maxWriteSize << 20
  }
}
