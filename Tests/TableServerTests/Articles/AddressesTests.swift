import Foundation
import MicroHTTP
import MicroHTTPTesting
import SiteConfiguration
import SiteTables
import TableArguments
import TableModel
import TableRendering
import Testing

@testable import TableServer

// What follows up to the tests stands in the article as it is here, without `private`.

private struct Job: CellViewModel { let id: RowKey, title: String }

private struct JobCell: OutletCell {
  @Outlet var title: String
  func configure(with job: Job) { title = job.title }
}

private struct Projects: Sendable {
  func tasks(of project: String, for visitor: TableVisitor) async throws -> MemoryTable<Job> {
    guard project == "apollo" else { throw TableError.notFound("There is no such project") }
    return try MemoryTable("Tasks", rows: [Job(id: 1, title: "Land, \(visitor.name ?? "stranger")")])
  }
}

private func mountTasks(on site: inout Site, of projects: Projects) {
  site.mount(at: "/projects/{project}/tasks") { path, visitor in
    try await projects.tasks(of: try path["project"], for: visitor)
  } setUp: {
    $0.register(JobCell.self, nib: "<b>{{title}}</b>")
  }
}

private struct People: Sendable {
  func person(of request: Request) async -> (name: String, roles: [String])? {
    request.header("X-Person").map { ($0, ["crew"]) }
  }
}

private func server(_ site: Site, _ people: People) async throws -> TableServer {
  try await TableServer(site) { request in
    guard let person = await people.person(of: request) else { return nil }
    return Identity(name: person.name, roles: person.roles, grants: Grants(.write))
  }
}

/// The article that lists all addresses.
@Suite struct AddressesTests {
  private static let article = "Sources/TablePages/TablePages.docc/Addresses.md"

  /// The line of a route.
  private static func line(_ route: Route) -> String {
    let formats = route.formats.compactMap(\.suffix).map { " `\($0)`" }.joined()
    let right =
      switch route.requirement {
      case .nothing, .filtered: "anyone"
      case .read: "read"
      case .write: "write"
      case .administer, .administerTables: "administer"
      }
    return "| `\(route.path)`\(formats) | \(route.methods) | \(right) | \(route.summary) |"
  }

  @Test func theArticleListsAllAddressesAndNoOthers() throws {
    let text = try String(contentsOf: SiteUnderTest.root.appending(path: Self.article), encoding: .utf8)
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("| `/") }.map(String.init)
    let routes = Route.all.map(Self.line)
    for line in routes where !lines.contains(line) { Issue.record("missing: \(line)") }
    for line in lines where !routes.contains(line) { Issue.record("no address: \(line)") }
  }

  /// What forms send besides, which nobody writes into an address.
  private static let sentByForms: Set = ["_again", "_confirmed", "_delete", "_duplicate"]

  @Test func theArticleListsAllArgumentsAndNoOthers() throws {
    let text = try String(contentsOf: SiteUnderTest.root.appending(path: Self.article), encoding: .utf8)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `_") }
    // The first column, without what stands for a name or a number.
    let told = rows.flatMap { row in
      row.split(separator: "|")[0].matches(of: /`(_[a-z]+(?:_[a-z]+)*)/).map { String($0.output.1) }
    }
    var known: Set<String> = []
    for folder in ["TableArguments", "TableServer", "SitePages", "GroupPresentation", "PageCaching"] {
      let root = SiteUnderTest.root.appending(path: "Sources/\(folder)")
      let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
      for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
        let code = try String(contentsOf: file, encoding: .utf8)
        known.formUnion(code.matches(of: /"(_[a-z]+(?:_[a-z]+)*)_?"/).map { String($0.output.1) })
      }
    }
    known.subtract(Self.sentByForms)
    known.remove("_tablepages_audit")
    #expect(known.count > 30)
    for name in known.subtracting(told).sorted() { Issue.record("missing: \(name)") }
    for name in Set(told).subtracting(known).sorted() { Issue.record("no argument: \(name)") }
  }

  @Test func itsExamplesAreThese() async throws {
    let own = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8).replacing("private ", with: "")
    for block in try SiteUnderTest.blocks("swift", of: Self.article).dropFirst() {
      #expect(own.contains(block), "\(block)")
    }
    let client = try SiteUnderTest.client { mountTasks(on: &$0, of: Projects()) }
    #expect(try await client.get("/projects/apollo/tasks").text.contains("<b>Land, stranger</b>"))
    #expect(try await client.get("/projects/gemini/tasks").status == .notFound)
  }
}
