import ArgumentParser
import Glibc

@main
struct TablePagesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tablepages",
    abstract: "Serves tables as web pages and JSON.",
    discussion: """
      Try it with the built-in sample database:
        tablepages serve
      Browse your own databases, and fetch data with any HTTP client:
        tablepages serve shop.sqlite
        curl http://127.0.0.1:8080/shop/orders.json
      Ask for one page without a server:
        tablepages get /shop/orders.json shop.sqlite
      Render a nib (HTML with {{tags}}) with data:
        tablepages render cell.html --data cell.json
      """,
    version: "tablepages \(Version.current)",
    subcommands: [
      ServeCommand.self, GetCommand.self, RenderCommand.self, CheckCommand.self, PasswordCommand.self,
      TokenCommand.self, CopyCommand.self, PostgreSQLCommand.self,
      HealthCheckCommand.self,
    ])

  static func main() async {
    let arguments = EnvironmentArguments.added(to: Array(CommandLine.arguments.dropFirst()))
    do {
      var command = try parseAsRoot(arguments)
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch {
      Glibc.exit(report(error))
    }
  }

  /// Says in one line what ended the program, and answers its exit code: 0 for help, 1 for every mistake.
  private static func report(_ error: any Error) -> Int32 {
    if let code = error as? ExitCode { return code.rawValue }
    switch exitCode(for: error) {
    case .success:
      writeLine(fullMessage(for: error), to: .output)
      return 0
    case .validationFailure: writeLine("tablepages: \(message(for: error)) (see tablepages --help)", to: .errors)
    default: writeLine("tablepages: \(error)", to: .errors)
    }
    return 1
  }
}
