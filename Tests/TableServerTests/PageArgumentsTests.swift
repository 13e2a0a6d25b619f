import TableModel
import Testing

@testable import TableServer

@Suite struct PageArgumentsTests {
  let schema = RecordSchema(
    table: "Track",
    columns: [
      .init("TrackId", .identifier, isPrimaryKey: true), .init("Name"), .init("UnitPrice", .number(fractionDigits: 2)),
      .init("_odd"), .init("a__exact"),
    ], keyFields: [0])
  let limits = ArgumentLimits(pageSize: 50, maximumPageSize: 1_000)

  private func parse(_ items: [(name: String, value: String)]) throws(ArgumentErrors) -> PageArguments {
    try PageArguments(items, schema: schema, limits: limits)
  }

  @Test func noArgumentsAskForTheFirstPage() throws {
    #expect(try parse([]) == PageArguments(pageSize: 50))
  }

  @Test func aColumnNameIsAConditionWhateverItsCase() throws {
    #expect(try parse([("name", "Rock")]).query.selection.filters == [ColumnFilter(column: 1, value: "Rock")])
    #expect(try parse([("Name__exact", "Rock")]).query.selection.filters == [ColumnFilter(column: 1, value: "Rock")])
  }

  @Test func aColumnCalledLikeAnOperatorIsFoundByItsWholeName() throws {
    #expect(try parse([("a__exact", "x")]).query.selection.filters == [ColumnFilter(column: 4, value: "x")])
  }

  @Test func aColumnWithALeadingUnderscoreNeedsItsOperator() throws {
    #expect(try parse([("_odd__exact", "x")]).query.selection.filters == [ColumnFilter(column: 3, value: "x")])
    #expect(try parse([("_odd", "x")]).query.selection.filters.isEmpty)
  }

  @Test func sortsKeepTheOrderInWhichTheyCame() throws {
    let sort = try parse([("_sort_desc", "UnitPrice"), ("_sort", "Name")]).query.sort
    #expect(sort == [SortTerm(column: 2, isDescending: true), SortTerm(column: 1)])
  }

  @Test func theSortMenuLeavesLevelsOutAndTurnsOthers() throws {
    let items = [("_sort", ""), ("_sort", "UnitPrice"), ("_sort", "Name"), ("_sort_by_desc", "3")]
    let sort = try parse(items.map { (name: $0.0, value: $0.1) }).query.sort
    #expect(sort == [SortTerm(column: 2), SortTerm(column: 1, isDescending: true)])
  }

  @Test func chosenColumnsKeepTheKey() throws {
    #expect(try parse([("_col", "UnitPrice")]).columns == [0, 2])
    #expect(try parse([("_nocol", "TrackId"), ("_nocol", "Name")]).columns == [0, 2, 3, 4])
  }

  @Test func sizesAreHeldToTheMaximum() throws {
    #expect(try parse([("_size", "max")]).query.pageSize == 1_000)
    #expect(try parse([("_size", "7")]).query.pageSize == 7)
  }

  @Test(arguments: [
    ("_size", "0", "_size must be a positive number or max"), ("_size", "1001", "_size must be at most 1000"),
    ("_size", "9999999999999999999999", "_size must be a positive number or max"), ("Nme", "x", "Unknown column: Nme"),
    ("Name__about", "x", "Unknown operator: about"), ("_sort", "nope", "Cannot sort table by nope"),
    ("_shape", "cube", "Invalid _shape: cube"), ("_extra", "all", "Unknown _extra: all"),
    ("_count", "maybe", "_count must be exact or quick"), ("_nocount", "2", "_nocount must be on or off"),
  ])
  func wrongArgumentsAreNamed(name: String, value: String, message: String) {
    #expect(throws: ArgumentErrors(messages: [message])) { try parse([(name, value)]) }
  }

  @Test func everyWrongArgumentIsNamedAtOnce() {
    #expect(throws: ArgumentErrors(messages: ["Unknown column: a", "Invalid _shape: b"])) {
      try parse([("a", "1"), ("_shape", "b")])
    }
  }

  @Test func addressesReadBackAsTheSameArguments() throws {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      let arguments = random(using: &generator)
      let items = arguments.items(schema: schema, limits: limits)
      #expect(try parse(items) == arguments)
    }
  }

  private func random(using generator: inout some RandomNumberGenerator) -> PageArguments {
    var arguments = PageArguments(pageSize: [1, 50, 1_000].randomElement(using: &generator) ?? 50)
    let columns = schema.columns.indices.shuffled(using: &generator)
    arguments.query.sort = columns.prefix(.random(in: 0...3, using: &generator)).map {
      SortTerm(column: $0, isDescending: Bool.random(using: &generator))
    }
    arguments.query.selection.filters = columns.prefix(.random(in: 0...2, using: &generator)).map {
      ColumnFilter(column: $0, value: ["", "a b&c=d", "é%", "1"].randomElement(using: &generator) ?? "")
    }
    if Bool.random(using: &generator) { arguments.columns = [0] + columns.filter { $0 != 0 }.prefix(2) }
    arguments.query.count = [.none, .quick, .exact].randomElement(using: &generator) ?? .quick
    arguments.query.position =
      [.first, .after(PageToken("a-b_1")), .before(PageToken("c"))].randomElement(using: &generator) ?? .first
    arguments.shape = JSONShape.allCases.randomElement(using: &generator)
    if Bool.random(using: &generator) { arguments.extras = [.count, .columns] }
    return arguments
  }
}
