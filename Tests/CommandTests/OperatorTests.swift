import Foundation
import Testing

/// What whoever runs a server sees of it: how to get in, what is logged, how it stops.
@Suite struct OperatorTests {
  /// The body and the status.
  private func asked(_ url: String) async throws -> String { try await fetched(url) }

  /// Fails if something doesn't come true in half a minute.
  private func waits(_ condition: () async throws -> Bool) async throws {
    for _ in 0..<1_500 {
      if try await condition() { return }
      try await Task.sleep(for: .milliseconds(20))
    }
    Issue.record("it doesn't come true")
  }

  @Test func administratorsHaveAnAddressOfTheirOwn() async throws {
    try await RunningServer.with(["--admin-port", "0"]) { server in
      let notice = "Metrics, versions and settings: "
      try await waits { try server.folder.text("errors").contains(notice) }
      let log = try server.folder.text("errors")
      let url = try #require(log.split(separator: "\n").first { $0.contains(notice) }?.split(separator: " ").last)
      #expect(try await asked("http://127.0.0.1:\(server.port)/stations").hasSuffix("200"))
      // A response is counted once it is sent to its end, which whoever has read it may be ahead of.
      var metrics = ""
      try await waits {
        metrics = try await asked(String(url))
        return metrics.contains("tablepages_http_requests_total 1\n")
      }
      #expect(metrics.contains("tablepages_http_responses_total{class=\"2xx\"} 1\n") && metrics.hasSuffix("200"))
      #expect(metrics.contains("# HELP tablepages_page_cache_misses_total Requests"))
      #expect(try await asked("http://127.0.0.1:\(server.port)/-/metrics").hasSuffix("404"))
    }
  }

  @Test func nobodyEditsAPublicServerUnasked() async throws {
    try await RunningServer.with(["--writable", "--host", "0.0.0.0"]) { server in
      try await waits { try server.folder.text("output").contains("Editing: nobody can sign in") }
      #expect(try !server.folder.text("output").contains("sign-in?token="))
    }
    try await RunningServer.with(["--writable", "--host", "0.0.0.0", "--owner-link"]) { server in
      try await waits { try server.folder.text("output").contains("/-/sign-in?token=") }
    }
  }

  @Test func theOwnersLinkIsWrittenWhereNobodyElseReadsIt() async throws {
    try await TemporaryFolder.with { folder in
      let file = folder.path("link")
      for _ in 0..<2 {
        try await RunningServer.with(["--writable", "--host", "0.0.0.0", "--owner-link-file", file]) { server in
          try await waits { try server.folder.text("output").contains("in \(file)") }
          #expect(try !server.folder.text("output").contains("token="))
          let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
          #expect(mode == 0o600)
          let link = try folder.text("link").replacing("0.0.0.0", with: "127.0.0.1").trimmingCharacters(in: .newlines)
          // It leads to the site's first page, as who follows it sees.
          #expect(try await asked(link).hasSuffix("200"))
          #expect(try await asked(link).contains("already used"))
        }
      }
      // What we didn't make is left as it is.
      for text in ["something else\n", "/-/sign-in?token=a\nand more\n"] {
        try folder.write("link", text.utf8)
        let run = try await Program.run("serve", "--port", "0", "--writable", "--owner-link-file", file)
        #expect(run.exitCode == 1 && run.errors.contains("holds something else"), "\(run)")
        #expect(try folder.text("link") == text)
      }
    }
  }

  @Test func theOwnersLinkOfASocketIsAPath() async throws {
    try await TemporaryFolder.with { folder in
      let process = Program.process(["serve", "--writable", "--unix-socket", folder.path("socket")])
      process.standardOutput = try folder.handle("output")
      try process.run()
      defer { kill(process.processIdentifier, SIGKILL) }
      try await waits { try folder.text("output").contains("after the address of the site: /-/sign-in?token=") }
    }
  }

  @Test func aSecretIsMadeAtTheFirstStartAndKept() async throws {
    try await TemporaryFolder.with { folder in
      let path = folder.path("secret")
      var links: [String] = []
      for _ in 0..<2 {
        try await RunningServer.with(["--secret-file", path]) { server in
          let url = "http://127.0.0.1:\(server.port)/stations/readings.json?_size=2"
          links.append(try await asked(url).firstMatch(of: /_next=([^"]*)/).map { String($0.output.1) } ?? "")
          #expect(try !server.folder.text("errors").contains("--secret-file"))
        }
      }
      #expect(links.count == 2 && links[0] == links[1] && !links[0].isEmpty)
      #expect(try folder.text("secret").utf8.count > 32)
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
    }
    try await RunningServer.with { server async throws in
      let log = try server.folder.text("errors")
      #expect(log.contains("--secret-file FILE keeps them"))
    }
  }

  @Test func secretsAreNeitherLoggedNorOnTheCommandLine() async throws {
    try await TemporaryFolder.with { folder in
      let secret = try folder.write("secret", "a secret of many letters\n".utf8)
      var cookies: [String] = []
      for _ in 0..<2 {
        try await RunningServer.with(["--secret-file", secret, "--access-log", "--log-format", "json"]) { server in
          let url = "http://127.0.0.1:\(server.port)/stations/readings.json?_size=2"
          cookies.append(try await asked(url).firstMatch(of: /_next=([^"]*)/).map { String($0.output.1) } ?? "")
          _ = try await asked(url + "&token=letmein")
          try await waits { try server.folder.text("errors").contains("(hidden)") }
          let log = try server.folder.text("errors")
          #expect(!log.contains("letmein"))
          for line in log.split(separator: "\n") {
            let entry = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            #expect(entry?["time"] is String && entry?["level"] is String && entry?["message"] is String)
          }
        }
      }
      // Page tokens outlive the server that made them.
      #expect(cookies.count == 2 && cookies[0] == cookies[1] && !cookies[0].isEmpty)
      for wrong in [try folder.write("short", "short\n".utf8), folder.path("missing/secret")] {
        #expect(try await Program.run("serve", "--secret-file", wrong).isOneLineRefusal)
      }
    }
  }

  @Test func balancersAreToldBeforeAServerStops() async throws {
    try await RunningServer.with(["--stop-delay", "2"]) { server in
      let base = "http://127.0.0.1:\(server.port)/-/health"
      #expect(try await asked(base + "/ready") == "ready\n200")
      kill(server.process.processIdentifier, SIGTERM)
      try await waits { try await asked(base + "/ready").hasSuffix("503") }
      #expect(try await asked(base + "/live").hasSuffix("200"))
      for _ in 0..<3000 where server.process.isRunning { try await Task.sleep(for: .milliseconds(10)) }
      #expect(!server.process.isRunning && server.process.terminationStatus == 0)
    }
  }

  @Test func aSignalReadsAllFilesAgain() async throws {
    try await TemporaryFolder.with { folder in
      let csv = try folder.write("people.csv", "id,name\n1,Ada\n".utf8)
      let site = try folder.write("site.yaml", "title: First\n".utf8)
      try await RunningServer.with(["--site", site, csv]) { server in
        kill(server.process.processIdentifier, SIGHUP)
        try await waits { try server.folder.text("errors").contains("Reloaded \(site)") }
        try await waits { try await asked("http://127.0.0.1:\(server.port)/data/people.json").contains("Ada") }
      }
    }
  }

  /// A socket that another program listens on before, and goes on to afterwards.
  @Test func systemdHandsOverItsSockets() async throws {
    try await TemporaryFolder.with { folder in
      let script = """
        import os, socket, sys
        notice = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        notice.bind(sys.argv[2])
        server = socket.create_server(("127.0.0.1", 0))
        print(server.getsockname()[1], flush=True)
        if os.fork() == 0:
            os.dup2(server.fileno(), 3)
            os.set_inheritable(3, True)
            environment = {**os.environ, "LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid()), "NOTIFY_SOCKET": sys.argv[2]}
            os.execve(sys.argv[1], [sys.argv[1], "serve"], environment)
        print(notice.recv(100).decode(), flush=True)
        import urllib.request
        print(urllib.request.urlopen("http://127.0.0.1:%d/-/health" % server.getsockname()[1]).read().decode(), flush=True)
        os.kill(0, 15)
        """
      let file = try folder.write("systemd.py", script.utf8)
      let run = try await Program.run(
        ["-w", "python3", file, Program.url.path, folder.path("notice")], of: "setsid")
      #expect(run.output.contains("READY=1") && run.output.contains("ok"), "\(run)")
    }
  }

  @Test func foldersOfProcessesThatWereKilledAreTakenAway() async throws {
    try await TemporaryFolder.with { temporary in
      let environment = ["TMPDIR": temporary.url.path]
      func folders() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: temporary.url.path).filter { $0.hasPrefix("tablepages-") }
      }
      var abandoned: [String] = []
      try await RunningServer.with(environment: environment) { server in
        abandoned = try folders()
        _ = try await server.stop(by: SIGKILL)
      }
      #expect(abandoned.count == 1)
      #expect(try folders() == abandoned)
      try await RunningServer.with(environment: environment) { first in
        let own = try folders()
        #expect(own.count == 1 && own != abandoned)
        // One that somebody uses stays.
        try await RunningServer.with(environment: environment) { second in
          let both = try folders()
          #expect(both.count == 2)
          let health = try await first.healthCheck()
          #expect(health.exitCode == 0)
          _ = try await second.stop(by: SIGTERM)
        }
        _ = try await first.stop(by: SIGTERM)
      }
      #expect(try folders() == [])
    }
  }
}
