import ArgumentParser

/// What is served and how its pages are made; shared by the commands that make pages.
struct SiteOptions: ParsableArguments {
  @Argument(
    help:
      "SQLite databases; CSV, TSV, JSON and NDJSON files, packed by gzip or not; folders of such files. None: the sample database."
  )
  var files: [String] = []

  @Flag(
    name: [.short, .customLong("immutable")],
    help: "The files don't change while the program runs: pages are quicker, nothing is locked.")
  var immutable = false

  @Option(
    help: ArgumentHelp(
      "Keeps the database that CSV and JSON files are loaded into, in a folder of its own inside of this one, so that only changed files are loaded at the next start. (default: a temporary folder, removed at the end)",
      valueName: "folder"))
  var cache: String?

  @Option(
    name: .customLong("site"),
    help: ArgumentHelp(
      "A YAML file that says what the site is called, what its tables hold, how they are shown, and which queries are worth asking; read again when it changes.",
      valueName: "file"))
  var siteFile: String?

  @Flag(
    help:
      "Lets the rows of databases be changed: by whom --access says, or by whoever opens the link that is printed at the start."
  )
  var writable = false

  @Flag(
    help:
      "Writes every change down in the table _tablepages_audit of its database: who, when, what, before and after.")
  var audit = false

  @Option(
    name: .customLong("access"),
    help: ArgumentHelp(
      "A YAML file with the people and programs that may read and write. (default: everyone reads)", valueName: "file")
  )
  var accessFile: String?

  @Flag(
    name: .customLong("no-sql"), help: "Visitors can't write queries of their own. (They can only read in any case.)")
  var noSQL = false

  @Flag(help: "Lets pages of other sites read the answers (CORS).")
  var cors = false

  @Option(help: ArgumentHelp("Rows of a page.", valueName: "rows"))
  var pageSize = 50

  @Option(help: ArgumentHelp("The most rows that a page may be asked for.", valueName: "rows"))
  var maxPageSize = 1000

  @Option(
    help: ArgumentHelp(
      "The path that everything stands below, such as /data, where a proxy passes on part of a site.", valueName: "path"
    ))
  var basePath = ""

  @Option(
    name: .customLong("public"),
    help: ArgumentHelp(
      "The folder of style sheets and icons. (default: ./Public, or the one beside the program)", valueName: "folder"))
  var publicFolder: String?

  @Option(
    help: ArgumentHelp(
      "The language of the pages, such as en or pt-BR; ar, fa, he and their kin turn them from right to left.",
      valueName: "tag"))
  var language = "en"

  @Option(
    help: ArgumentHelp(
      "Memory for pages that are kept while their data stands, in megabytes; 0 keeps none.", valueName: "megabytes"))
  var pageCache = 16

  @Option(
    help: ArgumentHelp(
      "Memory for all answers that are made, kept or wait to be sent, in megabytes; beyond it requests are answered 503.",
      valueName: "megabytes"))
  var answerMemory = 16

  @Option(
    help: ArgumentHelp(
      "The largest answer that is not streamed, in megabytes; the rows that it is made of may take half of it, and all values that databases work on twice as much.",
      valueName: "megabytes"))
  var maxAnswerSize = 8

  @Option(help: ArgumentHelp("How long a page may take to make, in seconds.", valueName: "seconds"))
  var timeLimit = 1.0

  @Option(
    help: ArgumentHelp(
      "Signs the links to next and previous pages, and sessions. (default: chosen anew at every start, so that such links end with it)",
      valueName: "text"))
  var secret: String?

  func validate() throws {
    guard pageSize >= 1 else { throw ValidationError("--page-size must be at least 1") }
    guard maxPageSize >= pageSize else {
      throw ValidationError("--max-page-size must be at least the page size, \(pageSize)")
    }
    guard !(writable && immutable) else {
      throw ValidationError("--writable and --immutable contradict each other")
    }
    guard writable || !audit else { throw ValidationError("--audit needs --writable") }
    guard pageCache >= 0 else { throw ValidationError("--page-cache must be 0 or more") }
    guard (1...1_024).contains(maxAnswerSize) else {
      throw ValidationError("--max-answer-size must be from 1 to 1024 megabytes")
    }
    guard (maxAnswerSize * 2...(1 << 20)).contains(answerMemory) else {
      throw ValidationError(
        "--answer-memory must be from twice --max-answer-size, \(maxAnswerSize * 2), to 1048576 megabytes")
    }
    guard timeLimit > 0, timeLimit <= 3600 else {
      throw ValidationError("--time-limit must be more than 0 seconds and at most 3600")
    }
    guard Self.isLanguageTag(language) else {
      throw ValidationError("--language must be a language tag, such as en or pt-BR")
    }
    guard basePath.isEmpty || basePath.hasPrefix("/") else { throw ValidationError("--base-path must begin with /") }
  }

  /// Whether this has the form of a language tag: parts of one to eight letters and digits, the first of letters alone
  /// (RFC 5646 section 2.1).
  private static func isLanguageTag(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return (2...8).contains(parts[0].count) && parts[0].allSatisfy { $0.isASCII && $0.isLetter }
      && parts.allSatisfy { (1...8).contains($0.count) && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } }
  }
}
