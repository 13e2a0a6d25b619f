import ArgumentParser
import Logging

/// Where the server listens, and what it writes about its work.
struct ServerOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The address to listen on; 0.0.0.0 or :: for all.", valueName: "address"))
  var host = "127.0.0.1"

  @Option(help: ArgumentHelp("The port to listen on; 0 takes any free one.", valueName: "port"))
  var port: UInt16 = 8080

  @Option(help: ArgumentHelp("Listens on a Unix socket instead of a port.", valueName: "path"))
  var unixSocket: String?

  @Option(help: ArgumentHelp("Serves HTTPS with this certificate chain (PEM).", valueName: "file"))
  var tlsCertificate: String?

  @Option(help: ArgumentHelp("The certificate's private key (PEM).", valueName: "file"))
  var tlsKey: String?

  @Option(help: ArgumentHelp("Threads that answer requests. (default: one per core)", valueName: "number"))
  var workers: Int?

  @Option(
    help: ArgumentHelp("How much is logged: \(Self.levels).", valueName: "level"),
    transform: { name throws in
      guard let level = Logger.Level(rawValue: name) else { throw ValidationError("the levels are \(Self.levels)") }
      return level
    })
  var logLevel = Logger.Level.notice

  @Flag(help: "Logs every request.")
  var accessLog = false

  func validate() throws {
    guard (tlsCertificate == nil) == (tlsKey == nil) else {
      throw ValidationError("--tls-certificate and --tls-key belong together")
    }
    guard workers.map({ (1...256).contains($0) }) ?? true else {
      throw ValidationError("--workers must be from 1 to 256")
    }
  }

  private static let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
}
