import Foundation
import Testing

@Suite struct CheckCommandTests {
  private func run(_ yaml: String, _ command: [String] = ["check"]) async throws -> Program.Run {
    try await TemporaryFolder.with { folder in
      let file = try folder.write("site.yaml", yaml.utf8)
      let run = try await Program.run(command + ["--site", file])
      let folder = folder.url.path + "/"
      return Program.Run(
        exitCode: run.exitCode, output: run.output.replacingOccurrences(of: folder, with: ""),
        errors: run.errors.replacingOccurrences(of: folder, with: ""))
    }
  }

  private static let good = """
    title: Weather
    databases:
      stations:
        queries:
          high:
            title: Stations above
            params: [metres]
            sql: select name from stations where elevation_m > cast(:metres as real)
    """

  @Test func aGoodFileIsToldToBeGood() async throws {
    let run = try await run(Self.good)
    #expect(run.exitCode == 0 && run.output == "site.yaml: no problems, 1 query\n" && run.errors.isEmpty, "\(run)")
  }

  @Test func whatWasFoundIsDescribedAsASiteFileThatSaysTheSame() async throws {
    try await TemporaryFolder.with { folder in
      let database = try folder.write("shop.sqlite", [])
      try await Self.make(
        database,
        """
        create table item("the id" integer primary key, made integer, price decimal(8,2), file_size int, note text);
        insert into item values (1, 20240229, 2.5, 123456, 'two' || char(10) || 'lines');
        create table made(made integer); insert into made values (20240229);
        """)
      let run = try await Program.run("check", "--describe", database)
      #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run)")
      #expect(
        run.output.contains(
          """
                item:
                  columns:
                    "the id": {type: identifier}  # INTEGER, such as 1
                    made: {type: number}  # INTEGER, such as 20240229
                    price: {type: number, format: 0.00}  # decimal(8,2), such as 2.5
                    file_size: {type: number, format: bytes}  # INT, such as 123456
                    note: {type: text}  # TEXT, such as two lines

          """), "\(run.output)")
      let site = try folder.write("site.yaml", run.output.utf8)
      let again = try await Program.run("check", "--describe", "--site", site, database)
      #expect(again.exitCode == 0 && again.output == run.output, "\(again)")
    }
  }

  @Test func theAuditIsKnownBeforeItsFirstRow() async throws {
    let run = try await run("databases: {stations: {tables: {_tablepages_audit: {allow: {id: ada}}}}}\n")
    #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run)")
    let mistaken = try await self.run("databases: {stations: {tables: {_tablepages_audits: {allow: {id: ada}}}}}\n")
    #expect(mistaken.exitCode == 1 && mistaken.errors.contains("“stations” has no table"), "\(mistaken)")
  }

  @Test func rolesAreThoseOfTheAccessFile() async throws {
    try await TemporaryFolder.with { folder in
      let site = try folder.write("site.yaml", "allow: {roles: [clerk, boss]}\n".utf8)
      let people = try folder.write("people.yaml", "roles: {clerks: read, boss: administer}\n".utf8)
      let run = try await Program.run("check", "--site", site, "--access", people)
      #expect(run.exitCode == 1)
      #expect(run.errors.hasSuffix("site.yaml:1:17: Unknown role “clerk”; did you mean “clerks”?\n"), "\(run)")
    }
  }

  /// Names that are there can still be asked for what they don't hold.
  @Test func whatWouldShowNothingIsTold() async throws {
    try await TemporaryFolder.with { folder in
      let database = try folder.write("shop.sqlite", [])
      try await Self.make(
        database,
        """
        create table item(id integer primary key, title text, size text, price real, bought text, parent int, empty real);
        insert into item values (1, 'Cup', '1.5', 2.5, '2024-02-29', null, null), (2, 'Lid', '2', 0.5, '2024-03-01', 1, null);
        """)
      func check(_ table: String) async throws -> String {
        let site = try folder.write("site.yaml", "databases: {shop: {tables: {item: \(table)}}}\n".utf8)
        let run = try await Program.run("check", "--site", site, database)
        #expect((run.exitCode == 0) == run.errors.isEmpty, "\(run)")
        return run.errors.replacingOccurrences(of: site + ":", with: "")
      }
      #expect(
        try await check("{sections: {by: title, footer: {sum: [title, price, size, empty], average: [bought]}}}")
          == """
          1:73: “title” of “item” has no numbers to add up
          1:111: “bought” of “item” has no numbers to average

          """)
      #expect(
        try await check("{sections: {by: title, as: month}}")
          == "1:51: “title” of “item” has no dates to make sections of\n")
      #expect(try await check("{sections: {by: bought, as: month}, columns: {price: {unit: €}}}").isEmpty)
      #expect(
        try await check("{columns: {bought: {unit: kg}}}") == "1:46: “bought” of “item” has no numbers to format\n")
      #expect(
        try await check("{tree: title}")
          == "1:42: “title” of “item” holds no “id” of another row, as a tree needs it\n")
      #expect(try await check("{tree: parent}").isEmpty)
    }
  }

  /// A database, made by another program.
  private static func make(_ path: String, _ sql: String) async throws {
    let program = Process()
    program.executableURL = URL(fileURLWithPath: "/usr/bin/sqlite3")
    program.arguments = [path, sql]
    try program.run()
    program.waitUntilExit()
    #expect(program.terminationStatus == 0)
  }

  @Test func aFileThatCannotBeReadIsToldLineByLine() async throws {
    let run = try await run("titel: A\ndatabases:\n  stations: {queries: {q: {}}}\n")
    #expect(run.exitCode == 1 && run.output.isEmpty)
    #expect(
      run.errors == """
        site.yaml:1:1: Unknown key “titel”; did you mean “title”?
        site.yaml:3:24: The query “q” has no sql

        """)
  }

  @Test func whatDoesNotFitTheDatabasesIsTold() async throws {
    let run = try await run(
      """
      databases:
        station: {title: A}
        stations:
          tables:
            station: {title: A}
            stations: {sort: nam, columns: {elevation: A height}, facets: [{array: zzzzzz}]}
          queries:
            missing: select * from station
            writing: delete from stations
            twice: select 1; select 2
            misnamed: {sql: 'select :metres', params: [meters]}
            magic: select :_now
            stations: select 1
      """)
    #expect(run.exitCode == 1 && run.output.isEmpty)
    #expect(
      run.errors == """
        site.yaml:2:3: No database “station”; did you mean “stations”?
        site.yaml:5:7: “stations” has no table “station”; did you mean “stations”?
        site.yaml:6:24: “stations” has no column “nam”; did you mean “name”?
        site.yaml:6:39: “stations” has no column “elevation”; did you mean “elevation_m”?
        site.yaml:6:78: “stations” has no column “zzzzzz”
        site.yaml:8:7: The query “missing” can't be run: No such table: station. Did you mean “stations”?
        site.yaml:9:7: The query “writing” can't be run: Only SELECT statements are allowed.
        site.yaml:10:7: The query “twice” can't be run in line 1 of its SQL: Only one statement is allowed.
        site.yaml:11:7: The query “misnamed” has no parameter “meters”; did you mean “metres”?
        site.yaml:12:7: The parameter :_now isn't allowed: names that begin with _ are reserved
        site.yaml:13:7: The query “stations” is hidden by the table of the same name; rename the query

        """)
  }

  @Test func aFileMustBeNamed() async throws {
    #expect(try await Program.run("check").isOneLineRefusal)
    #expect(try await Program.run("check", "--site", "/nowhere/site.yaml").isOneLineRefusal)
  }

  @Test func theOtherCommandsServeItsQueries() async throws {
    let page = try await run(Self.good, ["get", "/stations/high.json?metres=2000&_shape=arrayfirst"])
    #expect(page.exitCode == 0 && page.output.hasPrefix("[\""), "\(page)")
    let broken = try await run("title: [", ["get", "/"])
    #expect(broken.isOneLineRefusal && broken.errors.contains("site.yaml:2:1: Invalid YAML"), "\(broken)")
  }

  @Test func whatIsNotHeededIsSaid() async throws {
    let run = try await run(
      "databases: {elsewhere: {queries: {one: {sql: select 1, allow_sql: false}}}}", ["get", "/-/metadata.json"])
    #expect(run.exitCode == 0)
    #expect(run.errors.contains("site.yaml:1:13: No database “elsewhere”"))
    #expect(run.errors.contains("“allow_sql” is ignored here"))
  }

  @Test func whatItRestrictsCantBeRead() async throws {
    let run = try await run(
      "databases: {stations: {tables: {visits: {allow: {id: root}}}}}", ["get", "/stations/visits"])
    #expect(run.exitCode == 4 && run.errors.isEmpty && run.output.contains("You may not read"))
  }

  // MARK: Access files

  @Test func anAccessFileIsCheckedToo() async throws {
    try await TemporaryFolder.with { folder in
      let file = folder.url.appending(path: "people.yaml")
      let token = try await Program.run("token")
      let hash = try #require(token.output.split(separator: "\n").last)
      try Data("tokens: {loader: {\(hash)}}".utf8).write(to: file)
      let good = try await Program.run("check", "--access", file.path)
      #expect(good.exitCode == 0 && good.output.hasSuffix("people.yaml: no problems, 1 user or token\n"), "\(good)")
      try Data("tokens:\n  loader: {hash: secret, role: x}".utf8).write(to: file)
      let bad = try await Program.run("check", "--access", file.path)
      #expect(bad.exitCode == 1 && bad.errors.split(separator: "\n").count == 2, "\(bad)")
      #expect(bad.errors.contains("people.yaml:2:18: The hash isn't a token's"), "\(bad)")
      let served = try await Program.run("get", "/", "--access", file.path)
      #expect(served.isOneLineRefusal, "\(served)")
    }
  }
}
