package import RecordViewModels
import SiteConfiguration
package import SiteTables
internal import Synchronization
package import TableArguments
package import TableModel
package import TableRendering

/// How the pages of one table with one schema are drawn: its cells, its JSON, and the frames of its pages.
package final class TablePresentation: Sendable {
  /// The schema as the table has it, which its pages are told by.
  package let source: RecordSchema
  /// The same in the words of the site's owner.
  package let schema: RecordSchema
  package let configuration: TableConfiguration
  /// The cells that the owner has written for its rows; `nil` for rows and columns.
  package let cells: TableCells?
  private let cellPool: RenderingPool?
  private let makePool: @Sendable (AdapterMap) -> RenderingPool
  /// What a table built in code draws headers, footers and their like with.
  private let adaptersOfViews: AdapterMap
  /// What handles the rows in Swift.
  package let handlers: [any BoundRecordHandler]
  /// The nibs that the owner has written for what isn't a row.
  package let own: CustomViews
  /// What arguments are held against.
  package let limits: ArgumentLimits
  package let address: String
  /// What stands before the key in the address of a row.
  package let rowsAddress: String
  /// Where the rows are that refer to a row of the table, for each of the schema's references.
  package let referringAddresses: [FilteredAddress]
  let links: RecordLinks
  package let fields: FieldWriter
  private let pools = Mutex<[PoolKey: RenderingPool]>([:])
  private let frames = Mutex<[FrameKey: TableFrame]>([:])
  private let rowFrames = Mutex<[RowFrame.Key: RowFrame]>([:])
  private let neighbours = Mutex<[PageLayout.Neighbour]?>(nil)
  private let writers = Mutex<[WriterKey: RecordJSONWriter]>([:])
  private let cellsOfJSON = Mutex<[[Int]?: AdapterMap]>([:])
  private let parsed = Mutex<[Substring: ParsedArguments]>([:])
  private let argumentsOfRow: Result<RowArguments, ArgumentErrors>
  private let expected = ExpectedBytes(32 * 1_024)
  /// Visitors' filters make frames without end; what is dropped is made again.
  private let limit = 128
  /// What they ask for is kept where it is short, as most is: to read it takes longer than all else that is done once for a page.
  private let parsedLimit = 1_024, parsedBytes = 1_024

  /// Rows differ by the columns shown and by how they are written.
  package struct PoolKey: Hashable {
    var columns: [Int]
    var isAnchored: Bool
    var isTree: Bool
    var isMovable: Bool
    var searches: [TextSearch]
  }

  /// JSON differs by the columns shown and by how their values are written.
  private struct WriterKey: Hashable {
    var columns: [Int]?
    var forms: JSONValueForms
  }

  /// What a frame depends on: everything of a request but the place of the page.
  package struct FrameKey: Hashable {
    package var arguments: FrameArguments
    /// Whether the values in these arguments and the place of the page are left open.
    package var isOpen: Bool
    /// Pages without rows differ by whether they are the first.
    package var emptyPosition: PagePosition?
    package var preferences: ViewPreferences
    /// Whether the page leads to where rows are changed.
    package var isEditable: Bool
    /// Whether rows have buttons that move them.
    package var isMovable: Bool
    /// What the page of a table built in code says of itself.
    package var words: ControllerPage.Words?

    package init(
      arguments: FrameArguments, isOpen: Bool, emptyPosition: PagePosition? = nil, preferences: ViewPreferences,
      isEditable: Bool,
      isMovable: Bool, words: ControllerPage.Words? = nil
    ) {
      self.arguments = arguments
      self.isOpen = isOpen
      self.emptyPosition = emptyPosition
      self.preferences = preferences
      self.isEditable = isEditable
      self.isMovable = isMovable
      self.words = words
    }

    package var isEmpty: Bool { emptyPosition != nil }
  }

  init(_ schema: RecordSchema, in entry: SiteMap.DatabaseEntry, _ context: SiteContext) {
    source = schema
    var configuration = TableConfiguration(entry.notes.table(named: schema.table), schema)
    configuration.sections?.language = context.options.language
    self.configuration = configuration
    let schema = configuration.schema
    self.schema = schema
    var limits = configuration.limits(context.options)
    limits.allowsExpressions = limits.allowsExpressions && entry.allowsStatements
    if entry.controller != nil { limits.shape = .sections }
    self.limits = limits
    argumentsOfRow = Self.arguments(ofRow: [], schema, limits)
    address = entry.address(ofTable: schema.table)
    rowsAddress = address.below("/")
    referringAddresses = source.incomingReferences.map {
      FilteredAddress(of: entry.address(ofTable: $0.table), columns: $0.columns)
    }
    links = RecordLinks(table: address, database: entry.address, sprite: context.assets.sprite)
    own = CustomViews(configuration, context.ownNibs, links)
    fields = FieldWriter(schema, links: links, own: own.fields)
    adaptersOfViews = entry.controller?.controller.adapters ?? AdapterMap()
    let controller = entry.controller?.controller
    if let cells = TableCells(configuration, context.ownNibs, links, own, entry.setup[schema.table]) {
      self.cells = cells
    } else {
      cells = controller.flatMap { [configuration, links] in TableCells($0, configuration, links) }
    }
    handlers = entry.setup[schema.table]?.handlers(source) ?? []
    makePool = context.pool
    cellPool = cells.map { context.pool($0.adapters) }
  }

  /// - Throws: `TableError.busy` for a row that was read under another schema.
  func check(_ record: Record) throws(TableError) {
    guard record.schema === source else { throw .busy("The table's schema is changing; try again in a moment") }
  }

  /// Whether a row that was written has the columns that pages have: a writer finds the schema by itself.
  func fits(_ record: Record) -> Bool {
    record.schema === source || record.schema.columns.map(\.name) == source.columns.map(\.name)
  }

  /// - Throws: `TableError.busy` for a row, met by a writer, that has other columns.
  package func check(written record: Record) throws(TableError) {
    guard fits(record) else { throw .busy("The table's schema is changing; try again in a moment") }
  }

  /// The path of the row with a key; that of the table where nothing names the row.
  package func address(of key: RowKey?) -> String { key.map { rowsAddress + schema.encoded($0) } ?? address }

  /// How JSON is laid out: as it was asked for, else as is usual for the table.
  package func shape(_ arguments: PageArguments) -> JSONShape { arguments.shape ?? limits.shape }

  // MARK: What is made once

  /// What is asked of one row.
  /// - Throws: `ArgumentErrors` with a sentence for each argument that makes no sense.
  package func arguments(ofRow items: [(name: String, value: String)]) throws(ArgumentErrors) -> RowArguments {
    try items.isEmpty ? argumentsOfRow.get() : Self.arguments(ofRow: items, schema, limits).get()
  }

  private static func arguments(
    ofRow items: [(name: String, value: String)], _ schema: RecordSchema, _ limits: ArgumentLimits
  ) -> Result<RowArguments, ArgumentErrors> {
    Result { () throws(ArgumentErrors) in
      RowArguments(try PageArguments(items, schema: schema, limits: limits, subject: .row))
    }
  }

  /// What a request asks for, and at which place.
  /// - Throws: `ArgumentErrors` with a sentence for each argument that makes no sense.
  package func arguments(_ request: PageRequest) throws(ArgumentErrors) -> (
    parsed: ParsedArguments, position: PagePosition
  ) {
    let placed = PaginatedTarget(request.target)
    let text = placed?.rest ?? Substring(request.target)
    if let known = parsed.withLock({ $0[text] }) { return (known, placed?.position ?? .first) }
    let items = request.arguments
    var arguments = try PageArguments(items, schema: schema, limits: limits)
    arguments.query.tree = configuration.tree(arguments)
    let made = ParsedArguments(arguments, try ExportOptions(items), isFormSent: FilterForm.isSent(in: items))
    // A place that stands elsewhere would be taken for no place when it is met again.
    if text.utf8.count <= parsedBytes, (placed?.position ?? .first) == arguments.query.position {
      // A copy of its own: the part of a target would keep the whole alive.
      parsed.withLock { $0.keep(made, for: Substring(String(text)), limit: parsedLimit) }
    }
    return (made, arguments.query.position)
  }

  /// The reusable cells for rows with these columns.
  /// - Parameters:
  ///   - isAnchored: whether an address can lead to each row.
  ///   - isTree: whether rows show how deep they are.
  ///   - isMovable: whether rows have buttons that move them.
  ///   - searches: what is marked in their texts.
  ///   - textBytes: how much of a text is shown.
  ///   - tools: what stands before the rows of one page; such cells are not kept.
  package func pool(
    _ columns: RecordColumns, isAnchored: Bool, isTree: Bool = false, isMovable: Bool = false,
    searches: [TextSearch], textBytes: Int, tools: RecordTools? = nil
  ) throws -> RenderingPool {
    if let cellPool { return cellPool }
    let marks = SearchHighlighter(searches, schema: schema, textBytes: textBytes)
    let moving = isMovable ? configuration.moveColumn : nil
    if let tools {
      return makePool(
        try adapters(columns, isAnchored: isAnchored, isTree: isTree, moving: moving, marks: marks, tools: tools))
    }
    let key = PoolKey(
      columns: columns.order, isAnchored: isAnchored, isTree: isTree, isMovable: isMovable, searches: searches)
    if let known = pools.withLock({ $0[key] }) { return known }
    let made = makePool(
      try adapters(columns, isAnchored: isAnchored, isTree: isTree, moving: moving, marks: marks))
    pools.withLock { $0.keep(made, for: key, limit: limit) }
    return made
  }

  /// The page in its sections, as a grid or as cells.
  package func divided(_ page: TablePage, _ arguments: PageArguments, _ known: SectionsOfPage) -> TablePage {
    guard let sections = configuration.sections, sections.query(arguments) != nil else {
      return cells?.listed(page) ?? grouped(page)
    }
    var divided = page
    if cells != nil { divided.style = .plain }
    divided.sections = sections.divided(
      page, schema, kinds: cells?.kinds, own, known.summaries ?? [], endsWithPage: known.endWithPage)
    return divided
  }

  /// The page in the sections that its table has.
  func grouped(_ page: TablePage) -> TablePage {
    guard let records = page.sections.first as? RecordSection, !records.groups.isEmpty else { return page }
    var grouped = page
    grouped.sections = records.divided
    return grouped
  }

  /// What draws rows with these columns.
  func adapters(
    _ columns: RecordColumns, isAnchored: Bool = false, isTree: Bool = false, moving: Int? = nil,
    marks: SearchHighlighter? = nil, tools: RecordTools? = nil
  ) throws -> AdapterMap {
    var adapters = adaptersOfViews
    let cell = RecordCell(
      columns, links: links, isAnchored: isAnchored, isTree: isTree, moving: moving, marks: marks, own: own.fields,
      tools: tools)
    try adapters.register(CellAdapter { cell })
    try own.register(in: &adapters)
    return adapters
  }

  /// The cells that write rows with these columns as JSON; all if `nil`. They could draw them as well, and are made once.
  package func cellsOfJSON(_ columns: [Int]?) throws -> AdapterMap {
    if let known = cellsOfJSON.withLock({ $0[columns] }) { return known }
    let made = try adapters(configuration.columns(columns))
    cellsOfJSON.withLock { $0.keep(made, for: columns, limit: limit) }
    return made
  }

  /// The writer of JSON with these columns; all if `nil`.
  package func json(_ columns: [Int]?, _ arguments: JSONArguments) -> RecordJSONWriter {
    let key = WriterKey(columns: columns, forms: arguments.forms(schema))
    if let known = writers.withLock({ $0[key] }) { return known }
    let made = RecordJSONWriter(schema, showing: key.columns, forms: key.forms)
    writers.withLock { $0.keep(made, for: key, limit: limit) }
    return made
  }

  /// A frame, made by `make` when it is asked for the first time.
  package func frame(_ key: FrameKey, _ make: () async throws -> TableFrame) async throws -> TableFrame {
    if let known = frames.withLock({ $0[key] }) { return known }
    let made = try await make()
    frames.withLock { $0.keep(made, for: key, limit: limit) }
    return made
  }

  /// What is around the values of a row, for all rows.
  package func rowFrame(
    _ key: RowFrame.Key, in entry: SiteMap.DatabaseEntry, _ context: SiteContext
  ) throws -> RowFrame {
    if let known = rowFrames.withLock({ $0[key] }) { return known }
    let made = try RowFrame(key, self, in: entry, context)
    rowFrames.withLock { $0.keep(made, for: key, limit: limit) }
    return made
  }

  /// The tables beside this one, found by `find` when they are first asked for: with another table the schema is another one.
  package func neighbours(
    _ find: () async throws -> [PageLayout.Neighbour]
  ) async throws -> [PageLayout.Neighbour] {
    if let known = neighbours.withLock(\.self) { return known }
    let found = try await find()
    neighbours.withLock { $0 = found }
    return found
  }

  // MARK: What is learnt

  /// Bytes that a page is likely to take.
  package var expectedBytes: Int { expected.bytes }

  /// Learns from a page.
  package func expect(bytes: Int) { expected.learn(bytes) }
}

/// What is asked of one row. A class, so that rows that nothing is asked of share it by one reference.
package final class RowArguments: Sendable {
  package let asked: PageArguments

  fileprivate init(_ asked: PageArguments) { self.asked = asked }
}
