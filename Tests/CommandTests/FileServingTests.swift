import Foundation
import FoundationNetworking
import Testing

@Suite struct FileServingTests {
  @Test func getWaitsForAllRowsOfFilesAndFolders() async throws {
    try await TemporaryFolder.with { folder in
      let csv = try folder.write("people.csv", "id,zip\n1,007\n2,\n3,x,y\n".utf8)
      try FileManager.default.createDirectory(atPath: folder.path("more"), withIntermediateDirectories: true)
      try folder.write("more/events.ndjson", "{\"a\": 1}\n{\"a\": 2.5}\n".utf8)
      let people = try await Program.run("get", "/data/people.json?_shape=array", csv, folder.path("more/"))
      #expect(people.exitCode == 0)
      #expect(people.output.contains("\"zip\":\"007\""), "\(people.output)")
      #expect(people.errors.contains("people.csv:4: The line has 3 values for 2 columns"), "\(people.errors)")
      let events = try await Program.run("get", "/more/events.json?_shape=array", folder.path("more"))
      #expect(events.output.contains("2.5"), "\(events.output)")
      let page = try await Program.run("get", "/data/people", csv)
      #expect(page.output.contains("Problems in 1 line of the file"), "\(page.output)")
    }
  }

  @Test func filesAreServedReloadedAndTakenAway() async throws {
    try await TemporaryFolder.with { temporary in
      let csv = try temporary.write("people.csv", "id,name\n1,Ada\n".utf8)
      try FileManager.default.createDirectory(atPath: temporary.path("tmp"), withIntermediateDirectories: true)
      try await RunningServer.with([csv], environment: ["TMPDIR": temporary.path("tmp")]) { server in
        func rows(_ wanted: String, at path: String = "/data/people.json?_shape=array") async throws -> String {
          let url = try #require(URL(string: "http://127.0.0.1:\(server.port)\(path)"))
          var text = ""
          for _ in 0..<1200 where !text.contains(wanted) {
            text = String(decoding: (try? await URLSession.shared.data(from: url))?.0 ?? Data(), as: UTF8.self)
            try await Task.sleep(for: .milliseconds(50))
          }
          return text
        }
        let first = try await rows("Ada")
        #expect(first.contains("Ada"))
        try temporary.write("people.csv", "id,name,born\n1,Grace,1906\n".utf8)
        let second = try await rows("Grace")
        #expect(second.contains("1906"))
        #expect(try await rows("Grace", at: "/data/people").contains("Grace"))
        try FileManager.default.removeItem(atPath: csv)
        // Also where the page was kept.
        #expect(try await rows("The file is gone", at: "/data/people").contains("Grace"))
        let exitCode = try await server.stop(by: SIGTERM)
        #expect(exitCode == 0)
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path("tmp")) == [])
    }
  }

  @Test func whatCanNotBeServedIsRefusedInOneLine() async throws {
    try await TemporaryFolder.with { folder in
      for path in [folder.url.path, folder.path("missing.csv")] {
        let run = try await Program.run("get", "/", path)
        #expect(run.isOneLineRefusal, "\(run)")
        #expect(run.errors.contains(path))
      }
    }
  }
}
