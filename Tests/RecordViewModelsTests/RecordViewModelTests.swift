import RecordViewModels
import TableModel
import Testing

/// View models that are made from rows of a database.
@Suite struct RecordViewModelTests {
  private enum State: String, CaseIterable, ColumnReadable { case new, sold }

  private struct Product: RecordViewModel {
    @Column("product_id") var id: RowKey
    @Column var name: String
    @Column("unit_price") var price: Double?
    @Column("count") var number: Int
    @Column var isListed: Bool
    @Column var state: State
    let remark = "not a column"
  }

  private static let columns: [RecordSchema.Column] = [
    .init("name", declaredType: "TEXT", isNullable: false),
    .init("product_id", .identifier, declaredType: "INTEGER", isPrimaryKey: true),
    .init("state", declaredType: "VARCHAR(10)", isNullable: false),
    .init("unit_price", .number(fractionDigits: 2), declaredType: "NUMERIC(10,2)"),
    .init("count", .number(fractionDigits: nil), declaredType: "INT", isNullable: false),
    .init("islisted", .boolean, declaredType: "BOOLEAN", isNullable: false),
  ]

  private func schema(_ change: (inout [RecordSchema.Column]) -> Void = { _ in }) -> RecordSchema {
    var columns = Self.columns
    change(&columns)
    return RecordSchema(table: "products", columns: columns, keyFields: [1])
  }

  /// A row of text, key, state, price, count and flag.
  private func record(_ values: [RecordValue], _ schema: RecordSchema) -> Record {
    var builder = RecordPageBuilder(fieldCount: values.count, rows: 1, byteCapacity: 64)
    for value in values {
      switch value {
      case .integer(let number): builder.append(number)
      case .real(let number): builder.append(number)
      case .text(let text): builder.append(text)
      default: builder.appendNull()
      }
    }
    return builder.finish(schema)[0]
  }

  private let values: [RecordValue] = [
    .text("Lamp"), .integer(7), .text("sold"), .real(12.5), .integer(3), .integer(1),
  ]

  @Test func eachPropertyShowsItsColumn() throws {
    let schema = schema()
    let product = try #require(try RecordPlan<Product>(schema).model(of: record(values, schema)))
    #expect(product.id == 7 && product.name == "Lamp" && product.price == 12.5)
    #expect(product.number == 3 && product.isListed && product.state == .sold)
  }

  @Test func aNullIsNothing() throws {
    let schema = schema()
    var values = values
    values[3] = .null
    let product = try #require(try RecordPlan<Product>(schema).model(of: record(values, schema)))
    #expect(product.price == nil)
  }

  @Test(arguments: [
    (0, RecordValue.integer(1)), (0, .null), (2, .text("lost")), (3, .text("dear")), (4, .real(1.5)), (4, .null),
    (5, .integer(2)),
  ])
  func aRowWithAnotherValueMakesNone(column: Int, value: RecordValue) throws {
    let schema = schema()
    var values = values
    values[column] = value
    #expect(try RecordPlan<Product>(schema).model(of: record(values, schema)) == nil)
  }

  @Test func aNumberMayBeSpelledInAFile() throws {
    let schema = schema()
    var values = values
    values[4] = .text("12")
    #expect(try RecordPlan<Product>(schema).model(of: record(values, schema))?.number == 12)
  }

  @Test(arguments: [
    (
      0, RecordSchema.Column("title"),
      "it has no column “name”, but title, product_id, state, unit_price, count, islisted"
    ),
    (
      4, RecordSchema.Column("count", declaredType: "TEXT", isNullable: false),
      "the column “count” is declared as TEXT, not as Int"
    ),
    (
      0, RecordSchema.Column("name", declaredType: "TEXT"),
      "the column “name” can be null: declare the property as String?"
    ),
  ])
  func whatDoesntFitIsSaid(column: Int, other: RecordSchema.Column, message: String) throws {
    let schema = schema { $0[column] = other }
    let error = #expect(throws: RecordMismatch.self) { try RecordPlan<Product>(schema) }
    #expect(error?.description == "Product doesn't fit the table “products”: " + message)
  }

  @Test func aKeyIsTheWholeKey() throws {
    let two = RecordSchema(table: "products", columns: Self.columns, keyFields: [0, 1])
    let error = #expect(throws: RecordMismatch.self) { try RecordPlan<Product>(two) }
    #expect(error?.description.contains("“product_id” isn't its key") == true)
    struct Keyed: RecordViewModel { @Column var id: RowKey }
    let key = try #require(try RecordPlan<Keyed>(two).model(of: record(values, two))?.id)
    #expect(key.parts == [.text(Array("Lamp".utf8)), .integer(7)])
  }

  @Test func whatAViewModelHoldsIsKnownByColumns() throws {
    var product = Product()
    (product.name, product.number, product.state) = ("Chair", 2, .new)
    let values = try RecordPlan<Product>(schema()).values(of: product)
    #expect(
      values == [
        ColumnValue("name", .text("Chair")), ColumnValue("unit_price", .null), ColumnValue("count", .integer(2)),
        ColumnValue("islisted", .integer(0)), ColumnValue("state", .text("new")),
      ])
  }

  @Test func madeByHandItIsBlank() {
    let product = Product()
    #expect(product.name.isEmpty && product.price == nil && product.state == .new)
  }
}
