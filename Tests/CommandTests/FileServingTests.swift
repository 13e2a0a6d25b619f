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

  @Test func subfoldersAreDatabases() async throws {
    try await TemporaryFolder.with { folder in
      for name in ["tennis", "tennis/wta", "tennis/.git", "tennis/empty", "tennis/wta/deeper"] {
        try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
      }
      try folder.write("tennis/players.csv", "id,name\n1,Ada\n".utf8)
      try folder.write("tennis/wta/players.csv", "id,name\n1,Grace\n".utf8)
      try folder.write("tennis/.git/config.csv", "id,name\n1,secret\n".utf8)
      try folder.write("tennis/wta/deeper/more.csv", "id,name\n1,deep\n".utf8)
      let home = try await Program.run("get", "/.json", folder.path("tennis"))
      #expect(home.exitCode == 0 && home.output.contains("\"tennis\"") && home.output.contains("\"wta\""), "\(home)")
      #expect(!home.output.contains("/config") && home.output.contains("\"wta-deeper\""), "\(home.output)")
      let men = try await Program.run("get", "/tennis/players.csv", folder.path("tennis"))
      #expect(men.output.contains("Ada") && !men.output.contains("Grace"), "\(men)")
      let women = try await Program.run("get", "/wta/players.csv", folder.path("tennis"))
      #expect(women.output.contains("Grace"), "\(women)")
      let deep = try await Program.run("get", "/wta-deeper/more.csv", folder.path("tennis"))
      #expect(deep.output.contains("deep"), "\(deep)")
      // Links lead nowhere else, and not in circles.
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("tennis/wta/again"), withDestinationPath: folder.path("tennis"))
      let linked = folder.path("tennis/linked")
      try FileManager.default.createSymbolicLink(atPath: linked, withDestinationPath: folder.path("tmp"))
      try FileManager.default.createDirectory(atPath: folder.path("tmp"), withIntermediateDirectories: true)
      try folder.write("tmp/foreign.csv", "id\n1\n".utf8)
      let foreign = try await Program.run("get", "/.json", folder.path("tennis"))
      #expect(!foreign.output.contains("/foreign"), "\(foreign.output)")
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
        let gone = try await rows("The file is gone", at: "/data/people")
        #expect(gone.contains("The file is gone") && gone.contains("Grace"))
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

  @Test func filesThatComeIntoAFolderAreServed() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write("first.csv", "id\n1\n".utf8)
      try await RunningServer.with([folder.url.path]) { server in
        func answers(_ path: String, _ wanted: String) async throws -> Bool {
          for _ in 0..<600 {
            if try await fetched("http://127.0.0.1:\(server.port)\(path)").contains(wanted) { return true }
            try await Task.sleep(for: .milliseconds(50))
          }
          return false
        }
        let name = folder.url.lastPathComponent
        #expect(try await answers("/\(name)/first.json", #""id":1"#))
        try folder.write("second.csv", "id\n2\n".utf8)
        #expect(try await answers("/\(name)/second.json", #""id":2"#))
        let made = try await Program.run(
          [folder.path("third.sqlite")], of: "sqlite3",
          input: "create table note (id integer); insert into note values (3);")
        #expect(made.exitCode == 0)
        #expect(try await answers("/third/note.json", #""id":3"#))
        // One that was there in part first is tried again when all of it is.
        try folder.write("fourth.sqlite", "not yet".utf8)
        for _ in 0..<600 where try !server.folder.text("errors").contains("fourth.sqlite is new, but can't be served") {
          try await Task.sleep(for: .milliseconds(50))
        }
        try folder.write("fourth.sqlite", Data(contentsOf: folder.url.appendingPathComponent("third.sqlite")))
        #expect(try await answers("/fourth/note.json", #""id":3"#))
        #expect(try await answers("/\(name)/first.json", #""id":1"#))
      }
    }
  }

  @Test func linksThatLeadOutOfAFolderAreNotServed() async throws {
    try await TemporaryFolder.with { folder in
      try FileManager.default.createDirectory(atPath: folder.path("served"), withIntermediateDirectories: false)
      let secret = try folder.write("secret.csv", "word\nsecret\n".utf8)
      try folder.write("served/own.csv", "word\nown\n".utf8)
      for (link, target) in [("out.csv", secret), ("in.csv", folder.path("served/own.csv"))] {
        try FileManager.default.createSymbolicLink(atPath: folder.path("served/\(link)"), withDestinationPath: target)
      }
      try await RunningServer.with([folder.path("served")]) { server in
        func page(_ path: String) async throws -> String {
          try await fetched("http://127.0.0.1:\(server.port)\(path)")
        }
        for _ in 0..<600 where try await !page("/served/in.json").contains("own") {
          try await Task.sleep(for: .milliseconds(50))
        }
        #expect(try await page("/served/in.json").contains("own"))
        #expect(try await page("/served/out.json").contains("Table not found"))
        #expect(try server.folder.text("errors").contains("out.csv is a link that leads out of its folder"))
        // Nor is one that takes the place of a file.
        try FileManager.default.removeItem(atPath: folder.path("served/own.csv"))
        try FileManager.default.createSymbolicLink(atPath: folder.path("served/own.csv"), withDestinationPath: secret)
        try await Task.sleep(for: .seconds(4))
        #expect(try await !page("/served/own.json").contains("secret"))
      }
    }
  }
}
