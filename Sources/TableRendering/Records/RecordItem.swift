package import TableModel

/// A database row as a cell of a list: one of several kinds, each with a nib or a cell of its own.
package struct RecordItem: CellViewModel {
  /// The row.
  package let record: Record
  /// What is the same for all rows of its kind.
  package let kind: RecordKind
  /// What the kind's cell draws, where code makes that of the row.
  package let model: (any CellViewModel)?
  /// How deep the row is in a tree.
  package var indentationLevel = 0

  /// A row of a kind.
  package init(_ record: Record, kind: RecordKind) { self.init(record, kind: kind, model: nil) }

  init(_ record: Record, kind: RecordKind, model: (any CellViewModel)?) {
    self.record = record
    self.kind = kind
    self.model = model
    indentationLevel = record.indentationLevel
  }

  /// The row's own key.
  package var id: RowKey { record.id }
  /// As the table's schema writes it.
  package var encodedID: String { record.encodedID }
  /// The kind's.
  package var variant: ViewVariant { kind.variant }
  /// The view model's, or the kind's.
  package var accessory: CellAccessory { model?.accessory ?? kind.accessory }
  /// Where the view model leads, or else where the kind says that its rows do.
  package var link: String? { model?.link ?? kind.link(record) }
  /// The view model's, or the kind's.
  package var preferredHeight: Int? { model?.preferredHeight ?? kind.height }
  /// The view model's.
  package var isSelected: Bool { model?.isSelected ?? false }

  /// The row's values.
  package func encode(to encoder: any Encoder) throws { try record.encode(to: encoder) }
}

/// Draws rows of one kind by the kind's nib.
package struct RecordItemCell: TableCell, Sendable {
  private var cell: RecordCell

  /// A cell with a nib of its own; see `RecordCell` for its slots.
  package init(_ cell: RecordCell) { self.cell = cell }

  /// Writes one row.
  package mutating func draw(_ item: RecordItem, into html: inout ByteSink) { cell.draw(item.record, into: &html) }
}

/// Draws rows that no kind is for: what the row is called, and some of its values below.
package struct PlainRecordItemCell: TableCell, Sendable {
  /// Values below the title.
  private static let limit = 4
  private let columns: RecordColumns
  private let fields: FieldWriter

  /// A cell for rows of which these columns are shown.
  package init(_ columns: RecordColumns, links: RecordLinks) {
    self.columns = columns
    fields = FieldWriter(columns.schema, links: links)
  }

  /// Writes one row.
  package mutating func draw(_ item: RecordItem, into html: inout ByteSink) {
    guard let title = columns.order.first else { return }
    html.markup("<span class=\"cell-text\"><b>")
    let names = columns.schema.rowName.map { $0.parts.count > 1 ? $0.parts.map(\.column) : [] } ?? []
    if !names.isEmpty, let name = columns.schema.rowName?.text(of: item.record) {
      html.text(name)
    } else {
      fields.write(title, of: item.record, style: .title, into: &html)
    }
    html.markup("</b>")
    let shown = columns.order.filter { column in
      guard column != title, !names.contains(column) else { return false }
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
package struct RecordItemSection: SectionViewModel {
  /// What stands above the rows.
  package var header: (any SupplementaryViewModel)?
  /// What stands below the rows.
  package var footer: (any SupplementaryViewModel)?
  /// The section's short name in the index strip.
  package var indexTitle: String?
  private let page: RecordPage
  private let rows: Range<Int>
  private let kinds: [RecordKind]

  /// Some rows of a page.
  /// - Parameter kinds: the first whose conditions a row meets is the row's own; the last must have none.
  package init(_ page: RecordPage, rows: Range<Int>, kinds: [RecordKind]) {
    precondition(kinds.last?.isForAll == true, "the last kind is for all rows that no other is for")
    self.page = page
    self.rows = rows.clamped(to: 0..<page.count)
    self.kinds = kinds
  }

  /// Shows the rows one by one: each may be of another kind.
  package func visitCells<Visitor: CellVisitor & ~Copyable>(_ visitor: inout Visitor) throws {
    for row in rows { try visitor.visit(item(page[row])) }
  }

  private func item(_ record: Record) -> RecordItem {
    for place in kinds.indices {
      if let item = kinds[place].item(record) { return item }
    }
    return RecordItem(record, kind: kinds[kinds.count - 1])
  }
}
