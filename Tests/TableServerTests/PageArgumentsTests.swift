import TableArguments
import TableModel
import Testing

@testable import TableServer

@Suite struct PageArgumentsTests {
  let schema = RecordSchema(
    table: "Track",
    columns: [
      .init("TrackId", .identifier, isPrimaryKey: true), .init("Name"), .init("UnitPrice", .number(fractionDigits: 2)),
      .init("_odd"), .init("a__exact"), .init("price_"),
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

  @Test func aColumnWhoseNameEndsWithAnUnderscoreHasItsOperatorBehindTwoMore() throws {
    #expect(
      try parse([("price___gt", "5")]).query.selection.filters == [
        ColumnFilter(column: 5, condition: .gt, value: "5")
      ])
    #expect(try parse([("__gt", "5")]).query.selection.filters.isEmpty)
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
    #expect(try parse([("_nocol", "TrackId"), ("_nocol", "Name")]).columns == [0, 2, 3, 4, 5])
  }

  @Test func sizesAreHeldToTheMaximum() throws {
    #expect(try parse([("_size", "max")]).query.pageSize == 1_000)
    #expect(try parse([("_size", "7")]).query.pageSize == 7)
  }

  @Test(arguments: [
    ("_size", "-1", "_size must be a number from 0, or max"), ("_size", "1001", "_size must be at most 1000"),
    ("_size", "9999999999999999999999", "_size must be a number from 0, or max"), ("Nme", "x", "Unknown column: Nme"),
    ("Name__about", "x", "Unknown operator: about"), ("_sort", "nope", "Cannot sort table by nope"),
    ("_shape", "cube", "Invalid _shape: cube"), ("_extra", "all", "Unknown _extra: all"),
    ("Name__isnull", "2", "isnull must have the value 1"), ("_searchmode", "odd", "_searchmode must be raw or escaped"),
    ("Name__in", "[1", "in must be comma-separated values or a JSON array"),
    ("_any1.Nme", "x", "Unknown column: Nme"), ("_search_Nme", "x", "Unknown column: Nme"),
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

  private func filters(
    _ most: Int, using generator: inout some RandomNumberGenerator, least: Int = 0
  ) -> [ColumnFilter] {
    let texts = ["", "a b&c=d", "é%", "1", "a,b", "[1", "\"", ","]
    return (0..<Int.random(in: least...most, using: &generator)).map { _ in
      let condition = ColumnFilter.Condition.allCases.randomElement(using: &generator) ?? .exact
      let count =
        switch condition.arity {
        case .none: 0
        case .one: 1
        case .list: Int.random(in: 0...3, using: &generator)
        }
      let values = (0..<count).map { _ in texts.randomElement(using: &generator) ?? "" }
      return ColumnFilter(
        column: schema.columns.indices.randomElement(using: &generator) ?? 0, condition: condition, values: values)
    }
  }

  @Test func alternativesAreGroupedByTheirPrefix() throws {
    let selection = try parse([
      ("_any2.Name__contains", "b"), ("_any1.Name", "a"), ("TrackId__gt", "5"), ("_any2._odd", "c"),
    ]).query.selection
    #expect(selection.filters == [ColumnFilter(column: 0, condition: .gt, value: "5")])
    #expect(
      selection.alternatives == [
        [ColumnFilter(column: 1, value: "a")],
        [ColumnFilter(column: 1, condition: .contains, value: "b"), ColumnFilter(column: 3, value: "c")],
      ])
  }

  @Test func theFilterFormAddsACondition() throws {
    let form = [("Name", "x"), ("_filter_column", "TrackId"), ("_filter_op", "isnull"), ("_filter_value", "")]
    let filters = try parse(form.map { (name: $0.0, value: $0.1) }).query.selection.filters
    #expect(
      filters == [ColumnFilter(column: 1, value: "x"), ColumnFilter(column: 0, condition: .isnull, values: [])])
  }

  @Test func theFilterFormTakesSeveralConditionsOfWhichAllOrOneMustHold() throws {
    let form = [
      ("UnitPrice", "1"), ("_filter_column_1", "Name"), ("_filter_op_1", "contains"), ("_filter_value_1", "x"),
      ("_filter_column_2", ""), ("_filter_op_2", "exact"), ("_filter_value_2", ""), ("_filter_column_3", "TrackId"),
      ("_filter_value_3", "5"),
    ]
    let added = [ColumnFilter(column: 1, condition: .contains, value: "x"), ColumnFilter(column: 0, value: "5")]
    let kept = ColumnFilter(column: 2, value: "1")
    func selection(_ match: [(String, String)]) throws -> RowSelection {
      try parse((form + match).map { (name: $0.0, value: $0.1) }).query.selection
    }
    #expect(try selection([]) == RowSelection(filters: [kept] + added))
    #expect(try selection([("_filter_match", "all")]) == RowSelection(filters: [kept] + added))
    #expect(try selection([("_filter_match", "any")]) == RowSelection(filters: [kept], alternatives: [added]))
    // A group of alternatives that is there already is one more condition.
    let group = [("_any7.TrackId", "8"), ("_any7.TrackId", "9"), ("_filter_match", "any")]
    #expect(try selection(group).alternatives.last == added)
    #expect(throws: ArgumentErrors.self) { try selection([("_filter_match", "some")]) }
  }

  @Test func listsHaveCommasBetweenThemOrAreJSON() throws {
    let values = try parse([("Name__in", "a,b,"), ("Name__notin", "[\"x,y\", 3]")]).query.selection.filters.map(
      \.values)
    #expect(values == [["a", "b", ""], ["x,y", "3"]])
  }

  @Test func theSelectionIsSaidInWords() throws {
    let arguments = try parse([
      ("Name", "CA"), ("Name__contains", "Pa"), ("_any1.TrackId__gt", "5"), ("_any1.UnitPrice__isnull", "1"),
      ("_search", "dog"), ("_sort_desc", "TrackId"),
    ])
    #expect(
      arguments.description(schema)
        == "where search matches \"dog\" and Name = \"CA\" and Name contains \"Pa\" and (TrackId > 5 or UnitPrice is null)"
        + " sorted by TrackId descending")
  }

  private func random(using generator: inout some RandomNumberGenerator) -> PageArguments {
    var arguments = PageArguments(pageSize: [1, 50, 1_000].randomElement(using: &generator) ?? 50)
    let columns = schema.columns.indices.shuffled(using: &generator)
    arguments.query.sort = columns.prefix(.random(in: 0...3, using: &generator)).map {
      SortTerm(column: $0, isDescending: Bool.random(using: &generator))
    }
    arguments.query.selection.filters = filters(2, using: &generator)
    arguments.query.selection.alternatives = (0..<Int.random(in: 0...2, using: &generator)).map { _ in
      filters(3, using: &generator, least: 1)
    }
    let isRaw = Bool.random(using: &generator)
    arguments.query.selection.searches = columns.prefix(.random(in: 0...2, using: &generator)).map {
      TextSearch("two \"words\"", column: $0 == 0 ? nil : $0, isRaw: isRaw)
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
