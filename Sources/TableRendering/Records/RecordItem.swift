public import TableModel

/// A database row as a cell of a list: one of several kinds, each with a nib or a cell of its own.
public struct RecordItem: CellViewModel {
  /// The row.
  public let record: Record
  /// What is the same for all rows of its kind.
  public let kind: RecordKind
  /// What the kind's cell draws, where code makes that of the row.
  package let model: (any CellViewModel)?
  /// How deep the row is in a tree.
  public var indentationLevel = 0

  /// A row of a kind.
  public init(_ record: Record, kind: RecordKind) { self.init(record, kind: kind, model: nil) }

  init(_ record: Record, kind: RecordKind, model: (any CellViewModel)?) {
    self.record = record
    self.kind = kind
    self.model = model
    indentationLevel = record.indentationLevel
  }

  /// The row's own key.
  public var id: RowKey { record.id }
  /// As the table's schema writes it.
  public var encodedID: String { record.encodedID }
  /// The kind's.
  public var variant: ViewVariant { kind.variant }
  /// The view model's, or the kind's.
  public var accessory: CellAccessory { model?.accessory ?? kind.accessory }
  /// Where the view model leads, or else where the kind says that its rows do.
  public var link: String? { model?.link ?? kind.link(record) }
  /// The view model's, or the kind's.
  public var preferredHeight: Int? { model?.preferredHeight ?? kind.height }
  /// The view model's.
  public var isSelected: Bool { model?.isSelected ?? false }

  /// The row's values.
  public func encode(to encoder: any Encoder) throws { try record.encode(to: encoder) }
}

/// Draws rows of one kind by the kind's nib.
public struct RecordItemCell: TableCell, Sendable {
  private var cell: RecordCell

  /// A cell with a nib of its own; see `RecordCell` for its slots.
  public init(_ cell: RecordCell) { self.cell = cell }

  /// Writes one row.
  public mutating func draw(_ item: RecordItem, into html: inout ByteSink) { cell.draw(item.record, into: &html) }
}

/// Draws rows that no kind is for: what the row is called, and some of its values below.
public struct PlainRecordItemCell: TableCell, Sendable {
  /// Values below the title.
  private static let limit = 4
  private let columns: RecordColumns
  private let fields: FieldWriter

  /// A cell for rows of which these columns are shown.
  public init(_ columns: RecordColumns, links: RecordLinks) {
    self.columns = columns
    fields = FieldWriter(columns.schema, links: links)
  }

  /// Writes one row.
  public mutating func draw(_ item: RecordItem, into html: inout ByteSink) {
    guard let title = columns.order.first else { return }
    html.markup("<span class=\"cell-text\"><b>")
    fields.write(title, of: item.record, style: .title, into: &html)
    html.markup("</b>")
    let shown = columns.order.dropFirst().filter { column in
      let kind = item.record.field(column).kind
      return kind != .null && kind != .blob && kind != .blobExcerpt
    }
    if !shown.isEmpty { html.markup("<span class=\"subtitle\">") }
    for (place, column) in shown.prefix(Self.limit).enumerated() {
      if place > 0 { html.markup(" · ") }
      html.text(columns.title(of: column))
      html.markup(" ")
      fields.write(column, of: item.record, style: .title, into: &html)
    }
    if !shown.isEmpty { html.markup("</span>") }
    html.markup("</span>")
  }
}

/// The rows of part of a page, each as a cell of its kind.
public struct RecordItemSection: SectionViewModel {
  /// What stands above the rows.
  public var header: (any SupplementaryViewModel)?
  /// What stands below the rows.
  public var footer: (any SupplementaryViewModel)?
  /// The section's short name in the index strip.
  public var indexTitle: String?
  private let page: RecordPage
  private let rows: Range<Int>
  private let kinds: [RecordKind]

  /// Some rows of a page.
  /// - Parameter kinds: the first whose conditions a row meets is the row's own; the last must have none.
  public init(_ page: RecordPage, rows: Range<Int>, kinds: [RecordKind]) {
    precondition(kinds.last?.isForAll == true, "the last kind is for all rows that no other is for")
    self.page = page
    self.rows = rows.clamped(to: 0..<page.count)
    self.kinds = kinds
  }

  /// Shows the rows one by one: each may be of another kind.
  public func visitCells<Visitor: CellVisitor & ~Copyable>(_ visitor: inout Visitor) throws {
    for row in rows {
      try visitor.visit(item(page[row]))
    }
  }

  private func item(_ record: Record) -> RecordItem {
    for place in kinds.indices {
      if let item = kinds[place].item(record) { return item }
    }
    return RecordItem(record, kind: kinds[kinds.count - 1])
  }
}
