import ArgumentParser
import Glibc

@main
struct TablePagesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tablepages",
    abstract: "Serves tables as web pages and as JSON.",
    discussion: """
      Try it with the sample database that it makes itself:
        tablepages serve
      Browse databases of your own, and take data from them with any HTTP client:
        tablepages serve shop.sqlite
        curl http://127.0.0.1:8080/shop/orders.json
      Ask for one page without a server:
        tablepages get /shop/orders.json shop.sqlite
      See what a nib, a piece of HTML with {{tags}}, makes of data:
        tablepages render cell.html --data cell.json
      """,
    version: "tablepages \(Version.current)",
    subcommands: [
      ServeCommand.self, GetCommand.self, RenderCommand.self, CheckCommand.self, PasswordCommand.self,
      TokenCommand.self,
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
    case .validationFailure: writeLine("tablepages: \(message(for: error)) (tablepages --help tells more)", to: .errors)
    default: writeLine("tablepages: \(error)", to: .errors)
    }
    return 1
  }
}
