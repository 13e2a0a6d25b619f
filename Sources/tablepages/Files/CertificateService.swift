import Logging
import TablePages

/// Has the server use the files of its certificate again when they change.
struct CertificateService: ReloadingService {
  let certificate: HTTPServer.TLS
  let server: HTTPServer
  let logger: Logger
  let stateAtStart: [String: FileState]

  init(_ certificate: HTTPServer.TLS, _ server: HTTPServer, _ stateAtStart: [String: FileState], logger: Logger) {
    self.certificate = certificate
    self.server = server
    self.stateAtStart = stateAtStart
    self.logger = logger
  }

  var file: String { certificate.certificateFile }
  var state: [String: FileState] { Self.state(of: certificate) }

  static func state(of certificate: HTTPServer.TLS) -> [String: FileState] {
    FileState.states(of: [certificate.certificateFile, certificate.keyFile])
  }

  /// The server reads the files itself.
  func read() throws {}
  func use(_ content: Void) throws { try server.reloadCertificate() }
}
