import ArgumentParser
import Logging
import SitePages
import SiteTables
import TablePages

struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Checks a site file against its databases, or an access file.",
    discussion: """
      Reports unknown names and queries that fail, with file, line and column:
        tablepages check --site shop.yaml shop.sqlite
        tablepages check --access people.yaml
      Describes how columns are shown, as lines of a site file:
        tablepages check --describe shop.sqlite > shop.yaml
      With both files, also checks that the site file's users and roles exist in the access file:
        tablepages check --site shop.yaml --access people.yaml shop.sqlite

      Exit code: 0 if there are no problems, 1 otherwise.
      """)

  @Flag(help: "Print how each column is shown, as a site file.")
  var describe = false

  @OptionGroup(title: "Files to check")
  var site: SiteOptions

  func validate() throws {
    guard site.siteFile != nil || site.accessFile != nil || describe else {
      throw ValidationError("name a file to check: --site or --access; or ask for --describe")
    }
  }

  func run() async throws {
    let access = try site.accessFile.map { try checkAccess($0) }
    guard let siteFile = site.siteFile else {
      if describe { try await with(SiteFile(), access) { writeLine(try await $0.description(), to: .output) } }
      return
    }
    let yaml = try TextFile.read(siteFile)
    do {
      try await check(try SiteFile(yaml: yaml), siteFile, access)
    } catch let error as SiteFileError {
      for problem in error.problems { writeLine(problem.line(in: siteFile), to: .errors) }
      throw ExitCode.failure
    }
  }

  private func checkAccess(_ accessFile: String) throws -> AccessFile {
    let yaml = try TextFile.read(accessFile)
    do {
      let file = try AccessFile(yaml: yaml)
      let accounts = file.accounts.count
      let words = "\(accounts) \(accounts == 1 ? "user or token" : "users and tokens")"
      writeLine("\(accessFile): no problems, \(words)", to: .output)
      return file
    } catch {
      for problem in error.problems { writeLine(problem.line(in: accessFile), to: .errors) }
      throw ExitCode.failure
    }
  }

  /// Runs `body` with the site as it would be served.
  private func with(_ file: SiteFile, _ access: AccessFile?, _ body: (Site) async throws -> Void) async throws {
    let sample = site.files.isEmpty ? try SampleDatabase() : nil
    defer { sample?.remove() }
    var logger = Logger(label: "tablepages") { _ in LineLogHandler(format: .text) }
    logger.logLevel = .warning
    let served = try ServedFiles(site.files)
    let files = try site.fileDatabases(served, logger: logger)
    defer { for database in files { database.remove() } }
    for database in files { try await database.loader.load() }
    var described = try await site.site(sample: sample, served: served, files: files, logger: logger)
    described.file = file
    described.access = access
    if let siteFile = site.siteFile { described.nibs = try NibFolder.read(of: file, at: siteFile) }
    try await body(described)
  }

  private func check(_ file: SiteFile, _ siteFile: String, _ access: AccessFile?) async throws {
    try await with(file, access) { described in
      let problems = try await described.problemsOfFile()
      guard problems.isEmpty else { throw SiteFileError(problems: problems) }
      if describe { writeLine(try await described.description(), to: .output) }
    }
    guard !describe else { return }
    let queries = file.databases.reduce(0) { $0 + $1.queries.count }
    let tables = file.databases.reduce(0) { $0 + $1.tables.count }
    let parts = [(tables, "table", "tables"), (queries, "query", "queries")].filter { $0.0 > 0 }
    let words = parts.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }.joined(separator: ", ")
    writeLine("\(siteFile): no problems" + (words.isEmpty ? "" : ", " + words), to: .output)
  }
}
