import ArgumentParser
import TablePages

struct HealthCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "healthcheck",
    abstract: "Asks a running server whether it is well: exit code 0 if so, 1 if not.",
    discussion: """
      Takes the same options and environment variables as serve, so that a container needs no other program for its \
      health check. Of a server with TLS it asks only whether it accepts connections.
      """)

  @OptionGroup
  var address: AddressOptions

  @Option(help: ArgumentHelp("The path that the site stands below.", valueName: "path"))
  var basePath = ""

  @Option(help: ArgumentHelp("The server's certificate, if it has one.", valueName: "file"))
  var tlsCertificate: String?

  func run() throws {
    let probe = StatusProbe(of: address.bindAddress)
    if tlsCertificate != nil {
      guard probe.isListening() else { throw CommandFailure("nobody listens on \(address.description)") }
    } else {
      guard let status = probe.status(of: basePath + "/-/health") else {
        throw CommandFailure("no answer from \(address.description)")
      }
      guard (200..<400).contains(status) else { throw CommandFailure("\(address.description) answers \(status)") }
    }
  }
}
