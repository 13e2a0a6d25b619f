public import MicroHTTP

extension HTTPServer.Configuration {
  /// For servers in tests: waits for minutes, since on a busy machine a test can be kept from sending for longer than a
  /// service should wait for a client. Answers for any host.
  public static var patient: HTTPServer.Configuration {
    var configuration = HTTPServer.Configuration()
    configuration.headerTimeout = .seconds(300)
    configuration.bodyTimeout = .seconds(300)
    configuration.idleTimeout = .seconds(300)
    configuration.responseTimeout = .seconds(300)
    configuration.drainTimeout = .seconds(60)
    configuration.allowedHosts = .any
    return configuration
  }
}
