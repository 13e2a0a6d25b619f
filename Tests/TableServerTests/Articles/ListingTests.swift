import MicroHTTP
import MicroHTTPTesting
import RecordViewModels
import SQLiteTables
import SiteConfiguration
import SiteTables
import TableModel
import TableRendering
import TableServer
import Testing

private struct Product: RecordViewModel {
  @Column("product_id") var id: RowKey
  @Column var name: String
  @Column("unit_price") var price: Double?
  var isSold: Bool { price == nil }
}

private struct ProductCell: OutletCell {
  @Outlet var name: String
  func configure(with product: Product) { name = product.name }
}

private struct Mailer: Sendable {}

private struct ProductHandler: ActionHandler, ValidationHandler {
  typealias ViewModel = Product
  let mailer: Mailer
  func actions(_ target: ActionTarget) -> [RowAction] {
    [RowAction("halve", title: "Halve the price")]
  }
  func perform(_ action: RowAction, _ target: ActionTarget) async throws -> EventOutcome {
    .nothing
  }
  func validate(_ row: inout ValidatedRow) async throws {
    if let price = row.new?.price, price < 0 {
      throw FieldErrors(["unit_price": "A price isn't negative."])
    }
  }
}

private struct Task: CellViewModel {
  let id: RowKey
  var title = "", due: String?
}

private struct TaskCell: OutletCell {
  @Outlet var title: String
  func configure(with task: Task) { title = task.title }
}

private struct Projects: Sendable {
  func tasks(of project: String, for visitor: TableVisitor) async throws -> MemoryTable<Task> {
    try MemoryTable(
      "Tasks", rows: [Task(id: 1, title: "\(project) of \(visitor.name ?? "nobody")", due: nil)])
  }
}

private struct People: Sendable {
  func identity(of request: Request) async throws -> Identity? {
    request.header("X-Person").map { Identity(name: $0, grants: Grants(.write)) }
  }
}

/// How each kind of table reads that one site can have, in one piece.
@Suite struct ListingTests {
  private func client(_ shop: SQLiteDatabase, _ mailer: Mailer, _ people: People) async throws
    -> TestClient
  {
    let projects = Projects()
    let sections = [
      TableSection(
        "Now",
        rows: [
          Task(id: 1, title: "Sail", due: "2026-02-01"), Task(id: 2, title: "Paint", due: nil),
        ]),
      TableSection("Later", rows: [Task(id: 3, title: "Land", due: "2026-03-01")]),
    ]
    var site = Site()

    site.mount(shop, at: "/shop") { shop in
      shop.table("products") { table in
        table.register(ProductCell.self, nib: .file("ProductCell.html"), where: \.isSold)
        table.handle(ProductHandler(mailer: mailer))
        table.addColumn("margin") { (product: Product) in product.price.map { $0 / 4 } }
      }
    }
    let tasks = try MemoryTable(
      "Tasks", columns: [.init("title", \.title), .init("due", \.due)], sections: sections,
      header: { section in TitleViewModel(section.title, detail: "\(section.rows.count)") },
      new: { Task(id: $0) })
    site.mount(tasks, at: "/tasks") { $0.register(TaskCell.self) }
    site.mount(at: "/projects/{project}/tasks") { path, visitor in
      try await projects.tasks(of: try path["project"], for: visitor)
    } setUp: {
      $0.register(TaskCell.self)
    }
    let server = try await TableServer(site) { request in try await people.identity(of: request) }

    return .inProcess(server)
  }

  @Test func everyTableOfTheListingIsServed() async throws {
    let sample = try SampleDatabase(
      """
      create table products(product_id integer primary key, name text not null, unit_price numeric);
      insert into products values (1, 'Lamp', 20), (2, 'Chair', null);
      """)
    defer { sample.remove() }
    let client = try await client(sample.writable(), Mailer(), People())
    let shop = try await client.get("/shop/products").text
    #expect(shop.contains("<s>Chair</s>") && !shop.contains("<s>Lamp</s>"))
    #expect(try await client.get("/shop/products.json").rows().first?["margin"] as? Double == 5)
    let refused = try await client.post(
      "/shop/products/1/-/update", #"{"update": {"unit_price": -1}}"#,
      headers: ["Content-Type": "application/json", "X-Person": "ada"])
    #expect(refused.status == .badRequest && refused.text.contains("A price isn't negative."))
    #expect(
      try await client.get("/tasks.csv?_sort_desc=due&due__notnull=1").text
        == "id,title,due\r\n3,Land,2026-03-01\r\n1,Sail,2026-02-01\r\n")
    let mine = try await client.get("/projects/apollo/tasks", headers: ["X-Person": "ada"]).text
    #expect(mine.contains("<b>apollo of ada</b>"))
  }

  @Test func headersFollowTheirSections() async throws {
    let table = try MemoryTable(
      "Tasks",
      sections: [
        TableSection("Now", rows: [Task(id: 1, title: "Sail", due: nil)]), TableSection("Later"),
      ],
      header: { section in TitleViewModel(section.title, detail: "\(section.rows.count)") },
      footer: { section in section.rows.isEmpty ? TitleViewModel("Nothing") : nil })
    try table.add(Task(id: 2, title: "Paint", due: nil))
    try table.move(1, to: CellPosition(section: 1, row: 1))
    let page = try await table.page(TableQuery(pageSize: 1))
    #expect(page.sections.map { ($0.header as? TitleViewModel)?.detail } == ["0", "2"])
    #expect(page.sections.map { ($0.footer as? TitleViewModel)?.title } == ["Nothing", nil])
    #expect((try await table.view(.sectionHeader(1)) as? TitleViewModel)?.title == "Later")
  }
}
