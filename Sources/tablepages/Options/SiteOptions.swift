import ArgumentParser

/// What is served and how its pages are made; shared by the commands that make pages.
struct SiteOptions: ParsableArguments {
  @Argument(
    help:
      "SQLite databases; CSV, TSV, JSON and NDJSON files, also gzipped; folders of such files; addresses of PostgreSQL databases. (default: the sample database)"
  )
  var files: [String] = []

  @Flag(
    name: [.short, .customLong("immutable")],
    help: "Promise that the files don't change: faster, without locks.")
  var immutable = false

  @Option(
    help: ArgumentHelp(
      "Keep tables loaded from CSV and JSON files in this folder, so that the next start loads only changed files. (default: a temporary folder)",
      valueName: "folder"))
  var cache: String?

  @Option(
    help: ArgumentHelp(
      "Maximum size of a line or record of a CSV or NDJSON file, in megabytes; longer ones are skipped and listed.",
      valueName: "megabytes"))
  var maxRecordSize = 1

  @Option(
    name: .customLong("site"),
    help: ArgumentHelp(
      "A YAML file with titles, descriptions, columns, cells and queries; reloaded when it changes.",
      valueName: "file"))
  var siteFile: String?

  @Flag(
    help:
      "Allow editing: by the users in --access, or with the one-time owner link printed at the start."
  )
  var writable = false

  @Flag(
    help:
      "Record every change in the table _tablepages_audit of its database (in PostgreSQL tablepages_audit.changes, which is made if it isn't there): who, when, what, before and after."
  )
  var audit = false

  @Option(
    name: .customLong("access"),
    help: ArgumentHelp(
      "A YAML file with users, tokens and their permissions. (default: everyone can read)", valueName: "file")
  )
  var accessFile: String?

  @Flag(
    name: .customLong("no-sql"), help: "Turn off custom SQL queries. (They are read-only in any case.)")
  var noSQL = false

  @Option(
    help: ArgumentHelp(
      "Let visitors who are signed in and may run SQL save queries in this file, which is made if it isn't there: private ones, and ones that they share. The databases aren't touched.",
      valueName: "file"))
  var savedQueries: String?

  @Flag(help: "Allow other sites' scripts to read responses (CORS).")
  var cors = false

  @Option(help: ArgumentHelp("Rows per page.", valueName: "rows"))
  var pageSize = Self.defaultPageSize

  @Option(help: ArgumentHelp("Maximum number of rows per page.", valueName: "rows"))
  var maxPageSize = Self.defaultMaximumPageSize

  @Option(
    help: ArgumentHelp(
      "The path that the site is served under, such as /data, behind a proxy.", valueName: "path"
    ))
  var basePath = ""

  @Option(
    name: .customLong("public"),
    help: ArgumentHelp(
      "A folder of your own style sheets, scripts and pictures, served under /-/static/.", valueName: "folder")
  )
  var publicFolder: String?

  @Option(
    help: ArgumentHelp(
      "The language of the data, as a tag such as de or pt-BR: how they are read aloud and sorted into sections; ar, fa, he and similar lay pages out from right to left. The pages' own words are English.",
      valueName: "tag"))
  var language = "en"

  @Option(
    help: ArgumentHelp(
      "Memory for the page cache, in megabytes; 0 turns it off.", valueName: "megabytes"))
  var pageCache = 16

  @Option(
    help: ArgumentHelp(
      "The secret that signs page links and sessions. (default: random, so that they end when the server stops)",
      valueName: "text"))
  var secret: String?

  @Option(
    help: ArgumentHelp(
      "A file that holds the secret, made with a random one at the first start. Other users of the machine can't read it as they can a command line.",
      valueName: "file"))
  var secretFile: String?

  @Flag(
    help:
      "Share sessions, messages and undo with other servers of the same site: in a small table of the first PostgreSQL database, in a schema of its own (tablepages_state), which is made if it isn't there. Requires the same --secret or --secret-file on each."
  )
  var sharedState = false

  @Option(
    help: ArgumentHelp(
      "Read the rows of a PostgreSQL database from servers that follow the one that takes changes: their address, with the name of the same database; can be given for each database. Visitors see what they have changed themselves nevertheless.",
      valueName: "address"))
  var readFrom: [String] = []

  @OptionGroup(title: "Limits of queries")
  var limits: QueryLimitOptions

  static let defaultPageSize = 50, defaultMaximumPageSize = 1000

  func validate() throws {
    guard pageSize >= 1 else { throw ValidationError("--page-size must be at least 1") }
    guard maxPageSize >= pageSize else {
      throw ValidationError("--max-page-size must be at least the page size, \(pageSize)")
    }
    guard (1...16).contains(maxRecordSize) else { throw ValidationError("--max-record-size must be from 1 to 16") }
    guard !(writable && immutable) else {
      throw ValidationError("--writable and --immutable exclude each other")
    }
    guard writable || !audit else { throw ValidationError("--audit requires --writable") }
    guard savedQueries == nil || !noSQL else {
      throw ValidationError("--saved-queries and --no-sql exclude each other")
    }
    guard pageCache >= 0 else { throw ValidationError("--page-cache must be 0 or more") }
    guard secret == nil || secretFile == nil else {
      throw ValidationError("--secret and --secret-file exclude each other")
    }
    guard !sharedState || secret != nil || secretFile != nil else {
      throw ValidationError("--shared-state requires --secret or --secret-file, the same for all servers")
    }
    guard !sharedState || files.contains(where: ServedFiles.isAddress) else {
      throw ValidationError("--shared-state requires a PostgreSQL database, in which it is kept")
    }
    guard readFrom.isEmpty || files.contains(where: ServedFiles.isAddress) else {
      throw ValidationError("--read-from requires a PostgreSQL database, whose rows are read there")
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
