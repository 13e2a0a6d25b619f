import ArgumentParser
import Logging
import TablePages

struct GetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "get",
    abstract: "Answers one request without starting a server: prints the body, exits by the status.",
    discussion: """
      A page of the sample database:
        tablepages get /stations/readings.json
      A page of a database file, addressed by its name without the suffix:
        tablepages get '/shop/orders.json?_size=5' shop.sqlite
      A page of a data file, after all of it is loaded:
        tablepages get '/data/sales.csv?_stream=on&_sort=price' sales.csv.gz

      Exit code: 0 for a status from 200 to 399, 4 for 400 to 499, 5 for 500 and above; 1 if the request failed.
      """)

  @Argument(help: "The path, with query parameters if any.")
  var path: String

  @Option(
    name: [.customShort("H"), .long],
    help: ArgumentHelp("A request header, such as 'Accept: application/json'.", valueName: "header"))
  var header: [String] = []

  @Flag(help: "Print the status and headers before the body.")
  var include = false

  @OptionGroup(title: "Databases and files")
  var site: SiteOptions

  func run() async throws {
    let sample = site.files.isEmpty ? try SampleDatabase() : nil
    defer { sample?.remove() }
    var logger = Logger(label: "tablepages") { _ in LineLogHandler(format: .text) }
    logger.logLevel = .warning
    var configuration = HTTPServer.Configuration(logger: logger)
    // Who asks here is who runs it.
    configuration.allowedHosts = .any
    let served = try ServedFiles(site.files)
    let files = try site.fileDatabases(served, logger: logger)
    defer { for database in files { database.remove() } }
    for database in files { try await database.loader.load() }
    let handler = try await site.handler(sample: sample, served: served, files: files, logger: logger)
    let answer = await InProcessServer(configuration: configuration, handler: handler)
      .respond(.get, path.hasPrefix("/") ? path : "/" + path, headers: try headers())
    if include {
      writeLine("HTTP/1.1 \(answer.status)", to: .output)
      for header in answer.headers { writeLine("\(header.name): \(header.value)", to: .output) }
      writeLine("", to: .output)
    }
    writeBytes(answer.body, to: .output)
    if answer.status.code >= 400 { throw ExitCode(Int32(answer.status.code / 100)) }
  }

  /// Those that were asked for, and the `Host` that every client sends: whole addresses in the answer begin with it.
  private func headers() throws -> [Header] {
    let given = try header.map(field)
    return given.contains { $0.name == "Host" } ? given : [Header("Host", "localhost")] + given
  }

  private func field(_ text: String) throws -> Header {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let name = HeaderName(String(parts[0])) else {
      throw ValidationError("'\(text)' isn't a header: write 'Name: value'")
    }
    return Header(name, String(parts[1].drop { $0 == " " }))
  }
}
