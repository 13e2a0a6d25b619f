import MicroHTTP
import MicroHTTPTesting
import SiteConfiguration
import SiteTables
import Synchronization
import TableModel
import TableRendering
import TableServer
import Testing

private struct Task: CellViewModel {
  let id: RowKey
  var title: String
}

private struct TaskCell: OutletCell {
  @Outlet var title: String
  func configure(with task: Task) { title = task.title }
}

private struct TaskHandler: EditHandler {
  typealias ViewModel = Task
  let fields = [EditField("title")]
  func viewModel(_ edit: Edit) -> Task { Task(id: edit.id, title: edit["title"]) }
}

private final class Counter: Sendable {
  private let number = Mutex(0)
  var value: Int { number.withLock(\.self) }
  func count() { number.withLock { $0 += 1 } }
}

/// Tables at paths with places for names, and tables that come and go.
@Suite struct MountTests {
  private static let json = ["Content-Type": "application/json"]
  /// The tasks of two projects, with columns and without.
  private let tasks: [String: MemoryTable<Task>]
  private let cells: [String: MemoryTable<Task>]

  init() throws {
    func table(_ title: String, _ columns: [TableColumn<Task>]) throws -> MemoryTable<Task> {
      try MemoryTable(
        title, columns: columns, rows: [Task(id: 1, title: "Plan \(title)"), Task(id: 2, title: "Build \(title)")])
    }
    let names = ["apollo", "a/b"]
    tasks = try Dictionary(uniqueKeysWithValues: names.map { ($0, try table($0, [.init("title", \.title)])) })
    cells = try Dictionary(uniqueKeysWithValues: names.map { ($0, try table($0, [])) })
  }

  private func client(_ change: (inout Site) -> Void = { _ in }) throws -> TestClient {
    let (tasks, cells) = (tasks, cells)
    return try SiteUnderTest.client { site in
      site.mount(at: "/projects/{project}/tasks") { path, _ in
        guard let table = tasks[try path["project"]] else { throw TableError.notFound("There is no such project") }
        return table
      } setUp: {
        $0.handle(TaskHandler())
        $0.changes = .everyone
      }
      site.mount(at: "/cells/{project}") { path, _ in
        guard let table = cells[try path["project"]] else { throw TableError.notFound("There is no such project") }
        return table
      } setUp: {
        $0.register(TaskCell.self, nib: "<b>{{title}}</b>")
        $0.handle(TaskHandler())
        $0.changes = .everyone
      }
      change(&site)
    }
  }

  @Test func thePathSaysWhichTableItIs() async throws {
    let client = try client()
    for (name, address) in [("apollo", "apollo"), ("a/b", "a~2Fb")] {
      let path = "/projects/\(address)/tasks"
      let page = try await client.get(path)
      #expect(page.status == .ok && page.text.contains("Plan \(name)"), "\(page.text)")
      #expect(page["Link"]?.hasPrefix("<\(path).json>") == true)
      #expect(try await client.get(path + ".csv?title__startswith=Build").text == "id,title\r\n2,Build \(name)\r\n")
      #expect(try await client.get(path + "/2").text.contains("Build \(name)"))
      #expect(try await client.get(path + "/2.json").rows().first?["title"] as? String == "Build \(name)")
      #expect(try await client.get(path + "/-/count.json").object()["count"] as? Int == 2)
      let cells = try await client.get("/cells/\(address)")
      #expect(cells.status == .ok && cells.text.contains("<b>Plan \(name)</b>"))
      let sections = try await client.get("/cells/\(address).json").object()["sections"] as? [[String: Any]]
      #expect((sections?.first?["cells"] as? [[String: Any]])?.count == 2)
      #expect(try await client.get("/cells/\(address).csv").status == .notFound)
      #expect(try await client.get("/cells/\(address).txt").text.contains("Plan \(name)"))
      #expect(try await client.get("/cells/\(address)/2").text.contains("<b>Build \(name)</b>"))
      #expect(try await client.get("/cells/\(address)/2.json").text.contains("Build \(name)"))
      #expect(try await client.get("/cells/\(address)/7.json").status == .notFound)
    }
    for path in ["/projects/mercury/tasks", "/projects/mercury/tasks/1", "/cells/mercury.json", "/projects"] {
      #expect(try await client.get(path).status == .notFound, "\(path)")
    }
  }

  @Test(arguments: ["/projects/apollo/tasks", "/cells/apollo"])
  func rowsAreChangedAndTheChangeIsUndone(_ path: String) async throws {
    let client = try client()
    let table = try #require(path.hasPrefix("/cells") ? cells["apollo"] : tasks["apollo"])
    let version = RowVersion(Task(id: 1, title: "Plan apollo"))
    let body = #"{"event": "update", "row": 1, "version": "\#(version)", "values": {"title": "Land"}}"#
    let saved = try await client.post(path + "/-/event", body, headers: Self.json)
    #expect(saved.status == .ok, "\(saved.text)")
    #expect(table.contents.row(withID: 1)?.title == "Land")
    #expect(try await client.get(path + ".json").text.contains("Land"))
    let token = try #require(try saved.object()["undo"] as? String)
    let undo = #"{"event": "undo", "token": "\#(token)"}"#
    // The tables of other projects are other tables.
    let other = path.replacing("apollo", with: "a~2Fb")
    #expect(try await client.post(other + "/-/event", undo, headers: Self.json).status == .badRequest)
    #expect(try await client.post(path + "/-/event", undo, headers: Self.json).status == .ok)
    #expect(table.contents.row(withID: 1)?.title == "Plan apollo")
  }

  @Test func theyAreDescribedWithTheirPlaces() async throws {
    let paths = try #require(
      try await client().get("/-/openapi.json").object()["paths"] as? [String: [String: Any]])
    for path in ["/projects/{project}/tasks.json", "/cells/{project}.json", "/cells/{project}/-/event"] {
      let parameters = try #require(paths[path]?["parameters"] as? [[String: Any]], "\(path)")
      #expect(parameters.map { $0["name"] as? String } == ["project"] && parameters[0]["in"] as? String == "path")
    }
    #expect(try await !client().get("/").text.contains("{project}"))
  }

  @Test func rulesAreAboutTheNamesThatStandInThePath() async throws {
    let client = try client { site in
      site.everyone["projects", "apollo/tasks"] = nil
      site.everyone["cells", "apollo"] = nil
    }
    for path in ["/projects/apollo/tasks", "/projects/apollo/tasks/1.json", "/cells/apollo", "/cells/apollo.json"] {
      #expect(try await client.get(path).status == .forbidden, "\(path)")
      #expect(try await client.get(path.replacing("apollo", with: "a~2Fb")).status != .forbidden, "\(path)")
    }
  }

  @Test func theFirstNameCanBeAnything() async throws {
    let table = try #require(tasks["apollo"])
    let client = try client {
      $0.mount(at: "/{team}/plans") { path, _ in
        guard try path["team"] == "moon" else { throw TableError.notFound("There is no such team") }
        return table
      }
    }
    #expect(try await client.get("/moon/plans.csv").text.contains("Plan apollo"))
    #expect(try await client.get("/moon/plans/1.json").status == .ok)
    #expect(try await client.get("/sun/plans").status == .notFound)
    #expect(try await client.get("/chinook/Artist/1.json").rows().first?["Name"] as? String == "AC/DC")
    #expect(try await client.get("/chinook").text.contains("Artist"))
  }

  @Test(arguments: [true, false], ["", "/data"])
  func aTableIsTheFirstPage(_ hasColumns: Bool, _ base: String) async throws {
    let table = try #require(hasColumns ? tasks["apollo"] : cells["apollo"]), other = try #require(cells["a/b"])
    let client = try SiteUnderTest.client {
      $0.options.basePath = base
      $0.mount(table, at: "/") {
        $0.register(TaskCell.self, nib: "<b>{{title}}</b>")
        $0.handle(TaskHandler())
        $0.selection = .multiple
        $0.changes = .everyone
      }
      $0.mount(other, at: "/others") { $0.register(TaskCell.self, nib: "<i>{{title}}</i>") }
    }
    let first = try await client.get(base + "/")
    #expect(first.text.contains("Plan apollo"), "\(first.text)")
    #expect(first["Link"]?.hasPrefix("<\(base)/.json>") == true)
    #expect(!first.text.contains("//-/") && !first.text.contains("href=\"\""))
    #expect(try await client.get(base + "/.json").text.contains("Build apollo"))
    #expect(try await client.get(base + "/2").text.contains("Build apollo"))
    #expect(try await client.get(base + "/2.json").text.contains("Build apollo"))
    #expect(try await client.get(base + "/9").status == .notFound)
    #expect(try await client.get(base + "/-/chosen?_selected=1").text.contains("Plan apollo"))
    #expect(try await client.get(base + "/others/1").text.contains("<i>Plan a/b</i>"))
    #expect(try await client.get(base + "/chinook/Artist/1.json").rows().first?["Name"] as? String == "AC/DC")
    if hasColumns {
      #expect(try await client.get(base + "/.csv?title__startswith=Build").text == "id,title\r\n2,Build apollo\r\n")
      #expect(try await client.get(base + "/-/count.json").object()["count"] as? Int == 2)
    }
    let paths = try #require(
      try await client.get(base + "/-/openapi.json").object()["paths"] as? [String: [String: Any]])
    #expect(paths["/.json"] != nil && paths["/-/event"] != nil, "\(paths.keys)")
    // What is done on a row's page leads back to it, and to the table once the row is gone.
    let form = ["Content-Type": "application/x-www-form-urlencoded"]
    let row = try #require(table.contents.row(withID: 2)), version = RowVersion(row)
    let event = "row=2&version=\(version)&_return=\(base)/2"
    let saved = try await client.post(
      base + "/-/event", "event=update&values.title=Land&" + event, headers: form)
    #expect(saved.status == .seeOther && saved["Location"]?.hasPrefix("\(base)/2") == true, "\(saved.text)")
    let changed = try #require(table.contents.row(withID: 2))
    #expect(changed.title == "Land")
    let deleted = try await client.post(
      base + "/-/event", "event=delete&row=2&version=\(RowVersion(changed))&_return=\(base)/2", headers: form)
    #expect(deleted["Location"] == base + "/" && table.contents.row(withID: 2) == nil, "\(deleted.text)")
  }

  @Test func tablesComeAndGoWhileTheServerRuns() async throws {
    let server = try SiteUnderTest.server(), table = try #require(cells["apollo"])
    let client = TestClient.inProcess(server)
    #expect(try await client.get("/later/tasks").status == .notFound)
    try server.change { $0.mount(table, at: "/later/tasks") { $0.register(TaskCell.self, nib: "<b>{{title}}</b>") } }
    #expect(try await client.get("/later/tasks").text.contains("<b>Plan apollo</b>"))
    #expect(try await client.get("/").text.contains("/later/tasks"))
    // What is wrong changes nothing.
    #expect(throws: SiteError.repeatedPath("/later/tasks")) {
      try server.change { $0.mount(table, at: "/later/tasks") }
    }
    #expect(throws: RegistrationError.self) {
      try server.change { $0.mount(table, at: "/wrong") { $0.register(TaskCell.self, nib: "<b>{{name}}</b>") } }
    }
    #expect(try await client.get("/later/tasks").status == .ok)
    // A changed site file keeps them.
    try server.reload(try SiteFile(yaml: "title: Renamed"), nibs: NibSources())
    #expect(try await client.get("/later/tasks").text.contains("Renamed"))
    try server.change { $0.unmount("/later/tasks") }
    #expect(try await client.get("/later/tasks").status == .notFound)
    #expect(try await !client.get("/").text.contains("/later/tasks"))
  }

  @Test(arguments: ["/-", "/-/tasks", "/a/{x}/{x}", "/a/{key}"])
  func pathsThatCantBeMountedAreToldAtStart(_ path: String) throws {
    #expect(throws: SiteError.reservedPath(path)) {
      _ = try SiteUnderTest.server { $0.mount(at: path) { _, _ in MemoryTable(TableContents<Task>(title: "None")) } }
    }
  }

  @Test func whatIsWrongWithATableIsToldAtStart() throws {
    let table = try #require(cells["apollo"])
    #expect(throws: RegistrationError.self) {
      _ = try SiteUnderTest.server { $0.mount(table, at: "/t") { $0.register(TaskCell.self, nib: "{{nothing}}") } }
    }
  }

  // MARK: Visitors

  /// A site that knows its people by a header.
  private func ownPeople(_ asked: Counter = Counter()) throws -> TestClient {
    var site = Site()
    site.mount(at: "/mine") { _, visitor in
      let name = visitor.name ?? "nobody"
      return try MemoryTable("Mine", rows: [Task(id: 1, title: "Of \(name) \(visitor.roles) \(visitor.mayChange)")])
    } setUp: {
      $0.register(TaskCell.self, nib: "<b>{{title}}</b>")
      $0.changes = .permitted
    }
    let table = try #require(cells["apollo"])
    site.mount(table, at: "/closed") { $0.register(TaskCell.self, nib: "<b>{{title}}</b>") }
    site.everyone["closed"] = nil
    return .inProcess(
      try TableServer(unchecked: site) { request in
        asked.count()
        guard let name = request.header("X-Person") else { return nil }
        guard name != "mallory" else { throw HTTPError(.forbidden, "Not you") }
        return Identity(name: name, roles: ["crew"], grants: name == "ada" ? Grants(.write) : Grants())
      })
  }

  @Test func theApplicationSaysWhoTheVisitorIs() async throws {
    let client = try ownPeople()
    #expect(try await client.get("/mine.json").text.contains("Of nobody [] false"))
    for _ in 0..<2 {
      #expect(
        try await client.get("/mine", headers: ["X-Person": "ada"]).text.contains("Of ada [&quot;crew&quot;] true"))
      #expect(
        try await client.get("/mine", headers: ["X-Person": "bob"]).text.contains("Of bob [&quot;crew&quot;] false"))
      #expect(try await client.get("/mine", headers: ["X-Person": "mallory"]).status == .forbidden)
      // Kept pages are nobody else's.
      #expect(try await client.get("/closed", headers: ["X-Person": "ada"]).text.contains("Plan apollo"))
      #expect(try await client.get("/closed", headers: ["X-Person": "bob"]).status == .forbidden)
      #expect(try await client.get("/closed").status == .forbidden)
      #expect(try await !client.get("/", headers: ["X-Person": "bob"]).text.contains("/closed"))
    }
  }

  @Test func itIsAskedOnceARequestAndNotForWhatIsForAnybody() async throws {
    let asked = Counter(), client = try ownPeople(asked)
    for path in ["/mine", "/mine.json", "/closed"] { _ = try await client.get(path) }
    #expect(asked.value == 3)
    for path in ["/-/health", "/-/static/tablepages.css"] { _ = try await client.get(path) }
    #expect(asked.value == 3)
  }
}
