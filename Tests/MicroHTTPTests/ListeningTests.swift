import Foundation
import MicroHTTP
import MicroHTTPTesting
import Testing

private func serving(
  _ addresses: [BindAddress], _ change: (inout HTTPServer.Configuration) -> Void = { _ in },
  _ handler: ClosureHandler = ClosureHandler { Response(body: .text("\($0.peer) \($0.isSecure)")) },
  _ test: (LiveServer) async throws -> Void
) async throws {
  let configuration = testConfiguration {
    $0.addresses = addresses
    change(&$0)
  }
  try await LiveServer.with(handler, configuration: configuration, test)
}

@Test func listensOnIPv4AndIPv6() async throws {
  try await serving([.tcp(host: "127.0.0.1", port: 0), .tcp(host: "::1", port: 0)]) { server in
    #expect(server.addresses.count == 2)
    for (address, peer) in zip(server.addresses, ["127.0.0.1", "::1"]) {
      let connection = try await TestConnection.open(address)
      try await connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await connection.response().text == "\(peer) false")
    }
    #expect(server.addresses[1].description.hasPrefix("[::1]:"))
  }
}

@Test func theUnspecifiedIPv6AddressTakesIPv4Too() async throws {
  try await serving([.tcp(host: "::", port: 0)]) { server in
    let connection = try await TestConnection.open(BoundAddress(host: "127.0.0.1", port: server.address.port))
    try await connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(try await connection.response().text == "127.0.0.1 false")
  }
}

@Test func listensOnAUnixSocketAndReplacesAStaleOne() async throws {
  try await withTemporaryFolder { folder in
    let path = folder + "/socket"
    for _ in 0..<2 {
      try await serving([.unix(path: path, mode: 0o600)]) { server in
        #expect(server.address.description == "unix:\(path)")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try await server.client.get("/").text == "unix false")
        #expect(throws: ServerError.addressInUse("unix:\(path)")) {
          _ = try HTTPServer(configuration: testConfiguration { $0.addresses = [.unix(path: path)] }, handler: echo)
            .start()
        }
      }
      #expect(!FileManager.default.fileExists(atPath: path))
      // What a server that was killed leaves behind.
      _ = try await run("python3", ["-c", "import socket,sys;socket.socket(socket.AF_UNIX).bind(sys.argv[1])", path])
      #expect(FileManager.default.fileExists(atPath: path))
    }
    try write("text", to: folder + "/file")
    #expect(throws: ServerError.self) {
      _ = try HTTPServer(
        configuration: testConfiguration { $0.addresses = [.unix(path: folder + "/file")] }, handler: echo
      ).start()
    }
    #expect(FileManager.default.fileExists(atPath: folder + "/file"))
  }
}

@Test func servesOnAnInheritedSocket() async throws {
  let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  #expect(listen(listener, 16) == 0)
  try await serving([.inherited(descriptor: listener)]) { server in
    let connection = try await TestConnection.open(server.address)
    try await connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(try await connection.response().text == "127.0.0.1 false")
  }
}

@Test func saysInOneSentenceWhyItCannotListen() async throws {
  try await serving([.tcp(host: "127.0.0.1", port: 0)]) { server in
    let port = try #require(server.address.port)
    func failure(_ address: BindAddress, _ change: (inout HTTPServer.Configuration) -> Void = { _ in }) -> ServerError?
    {
      let configuration = testConfiguration {
        $0.addresses = [address]
        change(&$0)
      }
      do {
        _ = try HTTPServer(configuration: configuration, handler: echo).start()
        return nil
      } catch { return error }
    }
    let taken = failure(.tcp(host: "127.0.0.1", port: port))
    #expect(taken?.description == "Another program already listens on 127.0.0.1:\(port).")
    #expect(failure(.tcp(host: "no.such.host.invalid", port: 0)) == .badAddress("no.such.host.invalid:0"))
    #expect(failure(.tcp(host: "192.0.2.1", port: 0)) == .badAddress("192.0.2.1:0"))
    #expect(failure(.unix(path: "/no/such/folder/socket")) != nil)
    #expect(failure(.inherited(descriptor: 0)) != nil)
    let missing = failure(.tcp(host: "127.0.0.1", port: 0)) {
      $0.tls = HTTPServer.TLS(certificateFile: "/no/such/cert.pem", keyFile: "/no/such/key.pem")
    }
    #expect(missing == .unreadable(path: "/no/such/cert.pem", reason: "No such file or directory"))
  }
}

@Test func servesOverTLS() async throws {
  try await withTemporaryFolder { folder in
    let (certificate, key) = (folder + "/cert.pem", folder + "/key.pem")
    try await makeCertificate("localhost", certificate, key)
    let tls = HTTPServer.TLS(certificateFile: certificate, keyFile: key)
    try await serving([.tcp(host: "127.0.0.1", port: 0)], { $0.tls = tls }) { server in
      let request = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
      let answer = try await run(
        "openssl", ["s_client", "-quiet", "-verify_quiet", "-connect", server.address.description],
        input: Array(request.utf8))
      #expect(String(decoding: answer.output, as: UTF8.self).hasSuffix("127.0.0.1 true"))
    }
    try write("not a certificate", to: certificate)
    let broken = testConfiguration { $0.tls = tls }
    #expect(throws: ServerError.self) { _ = try HTTPServer(configuration: broken, handler: echo).start() }
  }
}

@Test func aNewCertificateServesNewConnectionsWhileOldOnesGoOn() async throws {
  try await withTemporaryFolder { folder in
    let (certificate, key) = (folder + "/cert.pem", folder + "/key.pem")
    try await makeCertificate("first", certificate, key)
    let tls = HTTPServer.TLS(certificateFile: certificate, keyFile: key)
    let (pieces, more) = AsyncStream.makeStream(of: String.self)
    let handler = ClosureHandler { request in
      guard request.target == "/long" else { return Response(body: .text("short")) }
      return Response(
        body: .stream(contentType: "text/plain") { writer in
          for await piece in pieces { try await writer.write(Array(piece.utf8)) }
        })
    }
    try await serving([.tcp(host: "127.0.0.1", port: 0)], { $0.tls = tls }, handler) { server in
      @Sendable func asked(_ target: String) async throws -> String {
        let answer = try await run(
          "curl", ["-ksSv", "--stderr", "-", "https://\(server.address.description)\(target)"])
        return String(decoding: answer.output, as: UTF8.self)
      }
      #expect(try await asked("/").contains("CN=first"))
      async let long = asked("/long")
      more.yield("begun")
      for _ in 0..<12_000 where server.server.statistics.requestsInFlight == 0 {
        try await Task.sleep(for: .milliseconds(5))
      }
      // What can't be used changes nothing.
      try write("not a certificate", to: certificate)
      #expect(throws: ServerError.self) { try server.server.reloadCertificate() }
      #expect(try await asked("/").contains("CN=first"))
      try await makeCertificate("second", certificate, key)
      try server.server.reloadCertificate()
      let renewed = try await asked("/")
      #expect(renewed.contains("CN=second") && renewed.contains("short"), "\(renewed)")
      more.yield(" and ended")
      more.finish()
      let answer = try await long
      #expect(answer.contains("CN=first") && answer.contains("begun and ended"), "\(answer)")
      for _ in 0..<3 { try server.server.reloadCertificate() }
      #expect(try await asked("/").contains("CN=second"))
    }
  }
}

private func makeCertificate(_ name: String, _ certificate: String, _ key: String) async throws {
  let made = try await run(
    "openssl",
    [
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
      "-subj", "/CN=\(name)", "-keyout", key, "-out", certificate,
    ])
  try #require(made.status == 0)
}
