import Foundation
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

// What follows up to the tests stands in the article as it is here, without `private`.

private struct Product: RecordViewModel {
  @Column("product_id") var id: RowKey
  @Column var name: String
  @Column("unit_price") var price: Double?
  @Column("sold_at") var soldAt: String?
  var isSold: Bool { soldAt != nil }
}

private struct ProductCell: OutletCell {
  @Outlet var name: String
  func configure(with product: Product) { name = product.name }
}

private struct Mailer: Sendable {
  func announce(_ name: String, by seller: String?) async throws {}  // writes to a newspaper
}

private struct ProductHandler: ActionHandler, ValidationHandler, StoreObserver {
  typealias ViewModel = Product
  let mailer: Mailer

  func actions(_ target: ActionTarget) -> [RowAction] {
    target.viewModel.isSold ? [] : [RowAction("halve", title: "Halve the price")]
  }

  func perform(_ action: RowAction, _ target: ActionTarget) async throws -> EventOutcome {
    guard let price = target.viewModel.price else { return .refused("It has no price.") }
    var product = target.viewModel
    product.price = price / 2
    return .edits([.replace(product)], "Halved.")
  }

  func validate(_ row: inout ValidatedRow) async throws {
    guard let price = row.new?.price, price < 1, !row.visitor.roles.contains("owners") else { return }
    throw FieldErrors(["unit_price": "Only owners give products away."])
  }

  func didStore(_ row: StoredRow) async {
    guard row.old?.isSold == false, let sold = row.new, sold.isSold else { return }
    try? await mailer.announce(sold.name, by: row.visitor.name)
  }
}

private func site(_ shop: SQLiteDatabase, _ mailer: Mailer) -> Site {
  var site = Site()
  site.mount(shop, at: "/shop") { shop in
    shop.table("products") { table in
      table.register(ProductCell.self, nib: "<s>{{name}}</s>", where: \.isSold)
      table.handle(ProductHandler(mailer: mailer))
      table.addColumn("margin") { (product: Product) in product.price.map { $0 / 4 } }
    }
  }
  return site
}

/// The examples of the article about tables of databases in Swift.
@Suite struct DatabaseTablesTests {
  @Test func theExamplesOfTheArticleAreThese() throws {
    let own = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8).replacing("private ", with: "")
    let blocks = try SiteUnderTest.blocks("swift", of: "Sources/TablePages/TablePages.docc/DatabaseTables.md")
    #expect(blocks.count == 3)
    for block in blocks.map({ $0.replacing("import TablePages\n\n", with: "") }) {
      #expect(own.contains(block), "\(block)")
    }
  }

  @Test func theShopIsServed() async throws {
    let sample = try SampleDatabase(
      """
      create table products(product_id integer primary key, name text not null, unit_price numeric, sold_at text);
      insert into products values (1, 'Lamp', 20, null), (2, 'Chair', 8, '2026-01-31');
      """)
    defer { sample.remove() }
    var site = try site(sample.writable(), Mailer())
    site.everyone = Grants(.write)
    let client = TestClient.inProcess(try await TableServer(site))
    let page = try await client.get("/shop/products").text
    #expect(page.contains("<s>Chair</s>") && !page.contains("<s>Lamp</s>"))
    let json = ["Content-Type": "application/json"]
    let acted = try await client.post(
      "/shop/products/-/act", #"{"action": "halve", "rows": ["1"]}"#, headers: json)
    #expect(acted.status == .ok, "\(acted.text)")
    let rows = try await client.get("/shop/products.json").rows()
    #expect(rows.map { $0["margin"] as? Double } == [2.5, 2])
    let refused = try await client.post(
      "/shop/products/1/-/update", #"{"update": {"unit_price": 0}}"#, headers: json)
    #expect(refused.status == .badRequest && refused.text.contains("Only owners give products away."))
  }
}
