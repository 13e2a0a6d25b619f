import Foundation
import MicroHTTP
import MicroHTTPTesting
import RecordViewModels
import SQLiteTables
import SiteConfiguration
import SiteTables
import Synchronization
import TableModel
import TableRendering
import TableServer
import Testing

private struct Product: RecordViewModel {
  @Column("product_id") var id: RowKey
  @Column var name: String
  @Column("unit_price") var price: Double?
  @Column var sold: Bool
}

/// What handlers were told.
private final class Diary: Sendable {
  private let lines = Mutex<[String]>([])
  func write(_ line: String) { lines.withLock { $0.append(line) } }
  var all: [String] { lines.withLock(\.self) }
}

private struct ProductHandler: ActionHandler, ValidationHandler, StoreObserver, DeletionPolicy {
  typealias ViewModel = Product
  let diary: Diary

  func actions(_ target: ActionTarget) -> [RowAction] {
    let report = RowAction("report", title: "Report")
    return target.viewModel.sold ? [report] : [RowAction("sell", title: "Sell"), report]
  }

  func perform(_ action: RowAction, _ target: ActionTarget) async throws -> EventOutcome {
    guard action.name == "sell" else { return .message("Reported to \(target.visitor.name ?? "nobody").") }
    guard target.viewModel.price != nil else { return .refused("It has no price.") }
    var product = target.viewModel
    product.sold = true
    return .edits([.replace(product)], "Sold.")
  }

  func validate(_ row: inout ValidatedRow) async throws {
    try await Task.sleep(for: .milliseconds(1))
    if let new = row.new, let price = new.price, price < 0 {
      throw FieldErrors(["unit_price": "A price can't be negative, \(row.table.title)."])
    }
    guard case .text(let name)? = row["name"] else { return }
    if name == row.old?.name, row.old?.sold == true { throw FieldErrors("Sold products keep their name.") }
    row["name"] = .text(name.trimmingCharacters(in: .whitespaces))
  }

  func didStore(_ row: StoredRow) async {
    diary.write("\(row.old?.name ?? "-") > \(row.new?.name ?? "-") in \(row.table.path)")
  }

  func deleteConfirmation(_ row: DeletableRow) -> DeleteConfirmation? {
    row.viewModel.sold ? nil : DeleteConfirmation()
  }
}

extension TestClient {
  fileprivate func data(_ path: String, _ json: String) async throws -> TestResponse {
    try await post(path, json, headers: ["Content-Type": "application/json"])
  }
}

/// Tables of a database whose rows are handled in Swift.
@Suite struct HandledRecordTests {
  private static let statements = """
    create table products(product_id integer primary key, name text not null, unit_price numeric, sold integer not null default 0);
    insert into products values (1, 'Lamp', 20, 0), (2, 'Chair', null, 0), (3, 'Table', 80, 1), (4, 'Bed', 'dear', 0);
    """

  private func with(_ test: (TestClient, Diary) async throws -> Void) async throws {
    let diary = Diary()
    try await SampleDatabase.withWritable(
      Self.statements, over: .inProcess,
      { site in
        let sample = site.databases[0]
        site.databases = []
        site.file = try SiteFile(
          yaml: "databases: {sample: {tables: {products: {actions: {free: {set: {unit_price: 0}}}}}}}")
        site.mount(sample, at: "/sample") { sample in
          sample.table("products") { table in
            table.handle(ProductHandler(diary: diary))
            table.addColumn("margin") { (product: Product) in product.price.map { $0 / 4 } }
          }
        }
      }
    ) { try await test($0, diary) }
  }

  private func version(_ client: TestClient, _ row: Int) async throws -> String {
    try #require(
      try await client.get("/sample/products/\(row).json?_extra=version").object()["version"] as? String)
  }

  private func form(_ client: TestClient, _ path: String, _ fields: [(String, String)]) async throws -> TestResponse {
    let body = fields.map { "\($0)=\($1.replacing(" ", with: "+"))" }.joined(separator: "&")
    return try await client.post(
      path, body,
      headers: ["Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"])
  }

  private func names(_ client: TestClient) async throws -> [String] {
    try await client.get("/sample/products.json").rows().compactMap { $0["name"] as? String }
  }

  // MARK: Actions

  @Test func actionsStandOnTheRowsPageBesideTheOwners() async throws {
    try await with { client, _ in
      let page = try await client.get("/sample/products/1").text
      for title in ["Sell", "Report", "free"] {
        #expect(page.lowercased().contains(">\(title.lowercased())<"), "\(title)")
      }
      #expect(try await !client.get("/sample/products/3").text.contains(">Sell<"))
    }
  }

  @Test func actionsStandBesideRowsAndForSelectedOnes() async throws {
    try await with { client, _ in
      let grid = try await client.get("/sample/products?_edit=on").text
      let several = "/sample/products/-/selection?_selected=1&_selected="
      let two = try await client.get(several + "2").text, sold = try await client.get(several + "3").text
      #expect(grid.contains("value=\"sell\"") && two.contains(">Sell<"))
      #expect(sold.contains(">Report<") && !sold.contains(">Sell<"))
    }
  }

  @Test func anActionIsPerformedByAForm() async throws {
    try await with { client, diary in
      let answer = try await form(
        client, "/sample/products/-/act", [("action", "sell"), ("row", "1"), ("version", version(client, 1))])
      #expect(answer.status == .seeOther, "\(answer.text)")
      #expect(try await client.get("/sample/products/1.json").rows()[0]["sold"] as? Int == 1)
      #expect(diary.all == ["Lamp > Lamp in /sample/products"])
    }
  }

  @Test func anActionIsPerformedByDataOnAllRowsOrNone() async throws {
    try await with { client, diary in
      let refused = try await client.data("/sample/products/-/act", #"{"action": "sell", "rows": ["1", "2"]}"#)
      #expect(refused.status == .badRequest && refused.text.contains("It has no price."))
      #expect(diary.all.isEmpty)
      let sold = try await client.data("/sample/products/-/act", #"{"action": "sell", "rows": ["1"], "return": true}"#)
      let rows = try sold.rows()
      #expect(rows[0]["sold"] as? Int == 1 && rows[0]["margin"] as? Double == 5)
      let unknown = try await client.data("/sample/products/-/act", #"{"action": "sale", "rows": ["2"]}"#)
      #expect(unknown.status == .badRequest && unknown.text.contains("“sale” is no action of “products”"))
      let report = try await client.data("/sample/products/-/act", #"{"action": "report", "rows": ["1"]}"#)
      #expect(report.status == .ok, "\(report.text)")
      let free = try await client.data("/sample/products/-/act", #"{"action": "free", "rows": ["2"]}"#)
      #expect(free.status == .ok, "\(free.text)")
    }
  }

  // MARK: Storing

  @Test func whatIsWrongStandsBesideItsField() async throws {
    try await with { client, diary in
      let page = try await form(
        client, "/sample/products/-/insert", [("value.name", "Sofa"), ("value.unit_price", "-1")])
      #expect(
        page.status == .badRequest && page.text.contains("A price can&#39;t be negative, products."), "\(page.text)")
      let data = try await client.data("/sample/products/1/-/update", #"{"update": {"unit_price": -1}}"#)
      #expect(data.status == .badRequest)
      #expect(try data.object()["errors"] as? [String] == ["unit_price: A price can't be negative, products."])
      #expect(diary.all.isEmpty)
    }
  }

  @Test func validationChangesWhatIsStored() async throws {
    try await with { client, diary in
      let answer = try await client.data(
        "/sample/products/-/insert", #"{"row": {"name": "  Sofa ", "unit_price": 8}, "return": true}"#)
      #expect(answer.status == .created)
      #expect(try await names(client).last == "Sofa")
      #expect(diary.all == ["- > Sofa in /sample/products"])
    }
  }

  @Test func aRowThatMakesNoViewModelIsStoredLikeAnother() async throws {
    try await with { client, _ in
      let answer = try await client.data("/sample/products/4/-/update", #"{"update": {"unit_price": 3}}"#)
      #expect(answer.status == .ok, "\(answer.text)")
    }
  }

  @Test func undoIsToldToo() async throws {
    try await with { client, diary in
      let answer = try await client.data(
        "/sample/products/1/-/update", #"{"update": {"name": "Light"}, "undo": true}"#)
      let undo = try #require(try answer.object()["undo"] as? String)
      _ = try await client.data("/sample/products/-/undo", #"{"undo": "\#(undo)"}"#)
      #expect(diary.all == ["Lamp > Light in /sample/products", "Light > Lamp in /sample/products"])
    }
  }

  @Test func someRowsCantBeDeleted() async throws {
    try await with { client, diary in
      let refused = try await client.data("/sample/products/3/-/delete", "{}")
      #expect(refused.status == .badRequest && refused.text.contains("This row can't be deleted."))
      #expect(try await client.data("/sample/products/1/-/delete", "{}").status == .ok)
      #expect(diary.all == ["Lamp > - in /sample/products"])
    }
  }

  @Test func pastedRowsAreValidatedInThePreview() async throws {
    try await with { client, _ in
      let preview = try await client.data(
        "/sample/products/-/paste", #"{"text": "name\tunit_price\nSofa\t-1"}"#)
      #expect(preview.text.contains("A price can't be negative"), "\(preview.text)")
    }
  }

  @Test func aFormOfARowHasNoFieldForWhatIsComputed() async throws {
    try await with { client, _ in
      let page = try await client.get("/sample/products/1/-/edit").text
      #expect(page.contains("value.name") && !page.contains("value.margin"))
      let answer = try await form(
        client, "/sample/products/1/-/update",
        [("version", version(client, 1)), ("value.name", "Light"), ("value.unit_price", "20"), ("value.sold", "0")])
      #expect(answer.status == .seeOther, "\(answer.text)")
      #expect(try await names(client).first == "Light")
    }
  }

  // MARK: What doesn't fit

  @Test func aHandlerOfWhatIsNeverAskedKeepsTheServerFromStarting() async throws {
    struct Chooser: SelectionPolicy {
      typealias ViewModel = Product
      func willSelect(_ row: SelectableRow) -> SelectionChoice { .this }
    }
    let sample = try SampleDatabase(Self.statements)
    defer { sample.remove() }
    var site = Site()
    site.mount(try SQLiteDatabase.open(path: sample.path), at: "/sample") { sample in
      sample.table("products") { $0.handle(Chooser()) }
    }
    let error = await #expect(throws: HandlerRegistrationError.self) { _ = try await TableServer(site) }
    #expect(error == .notAsked(handler: "Chooser", concern: "SelectionPolicy"))
  }
}
