import ArgumentParser
import TablePages

struct HealthCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "healthcheck",
    abstract: "Checks that a running server is healthy: exit code 0 if so, 1 if not.",
    discussion: """
      Takes the same options and environment variables as serve, so a container needs no other program for its \
      health check. With TLS it only checks that the server accepts connections.
      """)

  @OptionGroup
  var address: AddressOptions

  @Option(help: ArgumentHelp("The path that the site is served under.", valueName: "path"))
  var basePath = ""

  @Option(help: ArgumentHelp("The server's certificate, if it uses TLS.", valueName: "file"))
  var tlsCertificate: String?

  func run() throws {
    let probe = StatusProbe(of: address.bindAddress)
    if tlsCertificate != nil {
      guard probe.isListening() else { throw CommandFailure("nothing is listening on \(address.description)") }
    } else {
      guard let status = probe.status(of: basePath + "/-/health") else {
        throw CommandFailure("no response from \(address.description)")
      }
      guard (200..<400).contains(status) else {
        throw CommandFailure("\(address.description) responded with status \(status)")
      }
    }
  }
}
