import RichTextRendering
import SiteConfiguration
package import SiteTables
package import TableArguments
import TableModel
package import TableRendering

/// The nib of a row's page with everything filled in that is the same for all rows of a table; what remains are these slots.
///
/// A class, so that requests share it by one reference.
package final class RowFrame: Sendable {
  /// What a frame depends on besides the table.
  package struct Key: Hashable, Sendable {
    let preferences: ViewPreferences
    /// Whether the page leads to where the row is changed.
    let isEditable: Bool
    /// Whether it has forms for rows that refer to the row.
    let takesFields: Bool

    package init(preferences: ViewPreferences, isEditable: Bool, takesFields: Bool) {
      self.preferences = preferences
      self.isEditable = isEditable
      self.takesFields = takesFields
    }
  }

  /// What is filled in for each row.
  enum Slot: Hashable, Sendable {
    // Late values of the view.
    case account, flash, rowActions, previous, next, references, rowsInPlace, timing
    /// What the row is called, and its key, in words.
    case name, key
    /// The key in an address, and in one that is an argument of another.
    case address, addressAsArgument
    case value(column: Int)
  }

  package let nib: Nib
  let slots: [Slot?]
  let fields: FieldWriter
  /// What its parts show of the site.
  let assets: AssetsView
  let dataLanguage: String?
  let rowActions: ViewNib<RowActionsView>
  let rowReferences: ViewNib<RowReferencesView>
  let rowsInPlace: ViewNib<RowsInPlaceView>

  /// - Throws: `NibError`, which says where a nib is wrong: never for those that the product comes with.
  package init(
    _ key: Key, _ presentation: TablePresentation, in entry: SiteMap.DatabaseEntry, _ context: SiteContext
  ) throws {
    let open = Slot.open(columns: presentation.schema.columns.count)
    nib = try context.nibs.row.nib().specialized(
      with: RowView(key, presentation, in: entry, context),
      markers: open.compactMap { slot in slot.marker.flatMap { NibMarker($0, slot: slot.name) } })
    let all = Dictionary(uniqueKeysWithValues: (Slot.late + open).map { ($0.name, $0) })
    slots = nib.slotNames.map { all[$0] }
    fields = presentation.fields
    assets = context.assets.view
    dataLanguage = context.options.dataLanguage
    rowActions = try context.nibs.rowActions.nib()
    rowReferences = try context.nibs.rowReferences.nib()
    rowsInPlace = try context.nibs.rowsInPlace.nib()
  }
}

extension RowFrame.Slot {
  fileprivate static let late: [Self] = [
    .account, .flash, .rowActions, .previous, .next, .references, .rowsInPlace, .timing,
  ]

  fileprivate static func open(columns count: Int) -> [Self] {
    [.name, .key, .address, .addressAsArgument] + (0..<count).map { .value(column: $0) }
  }

  /// What it is called in the nib: late values by their properties.
  fileprivate var name: String { "\(self)" }

  /// What stands in its place in what the frame is made of; `nil` for late values, which leave slots by themselves.
  fileprivate var marker: String? {
    switch self {
    case .name: FrameArguments.marker(0)
    case .key: FrameArguments.marker(1)
    case .address: FrameArguments.marker(2)
    case .addressAsArgument: ValueSpelling.encoded.text(FrameArguments.marker(2))
    case .value(let column): FrameArguments.marker(3 + column)
    case .account, .flash, .rowActions, .previous, .next, .references, .rowsInPlace, .timing: nil
    }
  }
}

extension RowView {
  /// The page of any row: with markers for what differs between them.
  fileprivate init(
    _ key: RowFrame.Key, _ presentation: TablePresentation, in entry: SiteMap.DatabaseEntry, _ context: SiteContext
  ) {
    func marker(_ slot: RowFrame.Slot) -> String { slot.marker ?? "" }
    let schema = presentation.schema
    let address = presentation.address.below("/" + marker(.address))
    let layout = PageLayout(
      title: "\(marker(.name)) · \(schema.title) · \(entry.heading)",
      crumbs: presentation.crumbs(in: entry) + [.init(title: marker(.key))],
      alternate: address + ".json", returnTo: address, preferences: key.preferences, database: entry,
      hasLateParts: !presentation.source.incomingReferences.isEmpty)
    frame = layout.openView(
      context, pageStyle: key.isEditable || key.takesFields ? context.assets.editStyle : nil,
      isDescribed: presentation.configuration.isStyled, takesFields: key.takesFields, isLive: true)
    heading = marker(.name)
    subheading = "\(schema.title) \(marker(.key))"
    let rule = EditingRule(presentation.configuration.notes.editable)
    if key.isEditable {
      editing = Editing(
        editAddress: address.below("/-/edit"),
        duplicateAddress: rule.allowsRows
          ? presentation.address.below("/-/new").with([("_from", marker(.address))]) : nil,
        removeAddress: rule.allowsRows ? address.below("/-/remove") : nil)
    } else {
      editing = nil
    }
    fields = schema.columns.enumerated().map { position, column in
      let isEditable = key.isEditable && !column.isPrimaryKey && rule.allows(column.name)
      return Field(
        field: column.title ?? column.name, value: HTML(trusted: marker(.value(column: position))),
        editField: isEditable ? address.below("/-/edit").with([("_field", column.name)]) : nil,
        fieldRemark: column.isPrimaryKey ? "primary key" : nil,
        fieldNote: presentation.configuration.described.first { $0.column == position }?.text.html)
    }
    formats = [.init(title: "JSON", address: address + ".json")]
  }
}
