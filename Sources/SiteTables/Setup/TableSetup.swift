public import RecordViewModels
public import TableModel
public import TableRendering

/// What Swift adds to a table of a database: cells, handlers and computed columns. The site file may add to the same table.
///
/// ```swift
/// site.mount(shop, at: "/shop") { shop in
///   shop.table("products") { table in
///     table.register(ProductCell.self, nib: "<b>{{name}}</b> {{price}}", where: \.isSold)
///     table.handle(ProductHandler(mailer: mailer))
///     table.addColumn("margin") { (product: Product) in product.price.map { $0 / 4 } }
///   }
/// }
/// ```
/// Everything is compared with the table's schema when the server starts.
public struct TableSetup: Sendable {
  /// Registers a cell, and answers the kind of the rows that it draws.
  package typealias Cell =
    @Sendable (RecordSchema, ViewVariant, @escaping @Sendable (Record) -> String?, inout AdapterMap) throws ->
    RecordKind

  package private(set) var cells: [Cell] = []
  package private(set) var code = TableCode()
  /// Handlers that can't be registered.
  private var problems: [any Error] = []

  /// Draws rows by an outlet cell and its nib. The first cell that a row is for draws it; rules of the site file stand before all of them, and rows
  /// that nothing is for show their columns.
  /// - Parameter predicate: for which of the view models it is.
  public mutating func register<Cell: OutletCell>(
    _ cell: Cell.Type, nib source: String, where predicate: @escaping @Sendable (Cell.ViewModel) -> Bool = { _ in true }
  ) where Cell.ViewModel: RecordViewModel {
    register(cell, nib: CellNib.text(source), where: predicate)
  }

  /// The same with the nib beside this code that has the cell's name: `ProductCell.html` for a `ProductCell`.
  /// - Parameters:
  ///   - predicate: for which of the view models it is.
  ///   - code: the file of the code; the caller's unless given.
  public mutating func register<Cell: OutletCell>(
    _ cell: Cell.Type, where predicate: @escaping @Sendable (Cell.ViewModel) -> Bool = { _ in true },
    beside code: String = #filePath
  ) where Cell.ViewModel: RecordViewModel {
    register(cell, nib: CellNib.named(after: cell, beside: code), where: predicate)
  }

  /// The same with a nib from elsewhere, such as `.file("product.html")`.
  /// - Parameter predicate: for which of the view models it is.
  public mutating func register<Cell: OutletCell>(
    _ cell: Cell.Type, nib: CellNib, where predicate: @escaping @Sendable (Cell.ViewModel) -> Bool = { _ in true }
  ) where Cell.ViewModel: RecordViewModel {
    // Read once, and told when the server starts.
    let nib = Result { try nib.compiled(for: cell) }
    cells.append { schema, variant, link, adapters in
      try adapters.register(recordsBy: cell, nib: try nib.get(), variant: variant)
      return try RecordKind(variant, schema, link, where: predicate)
    }
  }

  /// The same with a cell that writes its HTML itself.
  /// - Parameter makeCell: makes the cells, one for each page that is drawn.
  public mutating func register<Cell: TableCell>(
    where predicate: @escaping @Sendable (Cell.ViewModel) -> Bool = { _ in true },
    _ makeCell: @escaping @Sendable () -> Cell
  ) where Cell.ViewModel: RecordViewModel {
    cells.append { schema, variant, link, adapters in
      try adapters.register(recordsBy: makeCell, variant: variant)
      return try RecordKind(variant, schema, link, where: predicate)
    }
  }

  /// Handles events of rows: actions (`ActionHandler`), values that are to be stored (`ValidationHandler`), deletion (`DeletionPolicy`), and rows that
  /// were stored (`StoreObserver`). The first handler that a row is for gets its events.
  /// - Parameter predicate: for which of the view models it is.
  public mutating func handle<Handler: EventHandler>(
    _ handler: Handler, where predicate: (@Sendable (Handler.ViewModel) -> Bool)? = nil
  ) where Handler.ViewModel: RecordViewModel {
    do { code.handlers.append(try RecordHandler(handler, where: predicate)) } catch { problems.append(error) }
  }

  /// Adds a column that is computed from each row that is shown or exported. Rows can't be sorted, filtered or counted by it.
  /// - Parameters:
  ///   - name: the name in addresses, JSON and CSV; no column of the table has it.
  ///   - type: how it is shown; `nil` as its Swift type has it.
  ///   - title: what people call it; `nil` for the name.
  ///   - unit: what its numbers are measured in.
  ///   - value: the value for a row; null for rows that the view model can't be made from.
  public mutating func addColumn<Model: RecordViewModel, Value: ColumnRepresentable>(
    _ name: String, type: FieldType? = nil, title: String? = nil, unit: String? = nil,
    value: @escaping @Sendable (Model) -> Value
  ) {
    code.columns.append(ComputedColumn(name, type: type, title: title, unit: unit, value: value))
  }

  /// Those that rows of a schema fit: what doesn't is told when the server starts.
  package func handlers(_ schema: RecordSchema) -> [any BoundRecordHandler] {
    code.handlers.filter(\.hasActions).compactMap { try? $0.bound(schema) }
  }

  /// - Throws: what is wrong first: `RecordMismatch`, `NibError`, `RegistrationError`, `HandlerRegistrationError`.
  package func check(_ schema: RecordSchema) throws {
    if let problem = problems.first { throw problem }
    try code.check(schema)
    var adapters = AdapterMap()
    for (position, register) in cells.enumerated() {
      _ = try register(schema, ViewVariant(UInt16(truncatingIfNeeded: position + 1)), { _ in nil }, &adapters)
    }
  }
}

extension RecordKind {
  /// The kind of rows that view models of a type can be made from.
  fileprivate convenience init<Model: RecordViewModel>(
    _ variant: ViewVariant, _ schema: RecordSchema, _ link: @escaping @Sendable (Record) -> String?,
    where predicate: @escaping @Sendable (Model) -> Bool
  ) throws(RecordMismatch) {
    let plan = try RecordPlan<Model>(schema)
    self.init(variant: variant, link: link) { record in
      guard let model = plan.model(of: record), predicate(model) else { return nil }
      return model
    }
  }
}
