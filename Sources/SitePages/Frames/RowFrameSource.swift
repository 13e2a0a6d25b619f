import SiteTables
import TableArguments
package import TableModel
package import TableRendering

/// What fills the slots of a row's frame, written straight into the page.
package struct RowFrameSource: NibSource {
  let frame: RowFrame
  /// That of the frame: from there each value would count its references.
  let fields: FieldWriter
  let record: Record
  /// What the row is called, and its key, in words.
  let name, key: String
  /// The key as it stands in addresses.
  let encodedKey: String
  /// The pages of the rows beside it.
  let previous, next: String?
  let actions: RowActionsView?
  let references: RowReferencesView?
  let rows: RowsInPlaceView?
  /// What happened to the change that led to this page.
  let flash: HTML?
  /// Who is signed in.
  let account: HTML?
  let receivedAt: ContinuousClock.Instant

  /// - Parameter record: a row of the schema that the frame was made for.
  package init(
    _ frame: RowFrame, _ record: Record, name: String, key: String, encodedKey: String, previous: String?,
    next: String?, actions: RowActionsView?, references: RowReferencesView?, rows: RowsInPlaceView?, flash: HTML?,
    account: HTML?, receivedAt: ContinuousClock.Instant
  ) {
    self.frame = frame
    fields = frame.fields
    self.record = record
    self.name = name
    self.key = key
    self.encodedKey = encodedKey
    self.previous = previous
    self.next = next
    self.actions = actions
    self.references = references
    self.rows = rows
    self.flash = flash
    self.account = account
    self.receivedAt = receivedAt
  }

  package func isPresent(_ slot: Int) -> Bool {
    switch frame.slots[slot] {
    case .previous: previous != nil
    case .next: next != nil
    case .account: account != nil
    case .flash: flash != nil
    case .rowActions: actions != nil
    case .references: references != nil
    case .rowsInPlace: rows != nil
    case .timing, .name, .key, .address, .addressAsArgument, .value: true
    case nil: false
    }
  }

  package func write(_ slot: Int, _ context: NibContext, into html: inout ByteSink) {
    switch frame.slots[slot] {
    case .name: html.text(name)
    case .key: html.text(key)
    case .address: html.text(encodedKey)
    case .addressAsArgument: html.text(ValueSpelling.encoded.text(encodedKey))
    case .value(let column): writeValue(column, into: &html)
    case .previous: if let previous { html.address(previous) }
    case .next: if let next { html.address(next) }
    case .account: if let account { html.html(account) }
    case .flash: if let flash { html.html(flash) }
    case .rowActions: if let actions { frame.rowActions.write(actions, into: &html) }
    case .references: if let references { frame.rowReferences.write(references, into: &html) }
    case .rowsInPlace: if let rows { frame.rowsInPlace.write(rows, into: &html) }
    case .timing: TimingText.write("1 row", since: receivedAt, into: &html)
    case nil: return
    }
  }

  // MARK: Values

  private func writeValue(_ column: Int, into html: inout ByteSink) {
    let beginning = beginning(of: column)
    if let beginning {
      html.markup("<details class=\"fold-text\"><summary>")
      html.text(beginning)
      html.markup("</summary>")
    }
    fields.write(column, of: record, style: .page, into: &html)
    if beginning != nil { html.markup("</details>") }
  }

  /// What is shown of a long text until it is opened; `nil` for values that are shown whole.
  private func beginning(of position: Int) -> String? {
    // Nearly none is that long, so that columns aren't looked at.
    guard Int(record.field(position).length) > Self.foldedBytes else { return nil }
    let column = record.schema.columns[position]
    guard column.type == .text, column.reference == nil, case .text(let text) = record[position],
      text.count > Self.foldedLength
    else { return nil }
    let beginning = text.prefix(Self.shownLength)
    return beginning[..<(beginning.lastIndex(where: \.isWhitespace) ?? beginning.endIndex)] + "…"
  }

  /// Texts longer than this are folded, to so many characters.
  private static let foldedLength = 1_000, foldedBytes = 1_000, shownLength = 240
}
