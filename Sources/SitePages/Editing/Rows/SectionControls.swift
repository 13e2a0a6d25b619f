import TableArguments
import TableModel
import TableRendering

/// The buttons and the field that change a section, beside its header in edit mode.
struct SectionControls {
  let decorator: ListDecorator
  let section: HandledSection
  let header: any SupplementaryViewModel

  func view(_ place: SupplementaryPlace) -> ViewToolsView.Section {
    let content = RowValues(header), changes = section.changes
    let name = content.name(or: place.description)
    var titleField: ViewToolsView.TitleField?
    if !changes.isDisjoint(with: [.rename, .insert]) {
      titleField = .init(
        sectionTitle: content["title"] ?? name, canRename: changes.contains(.rename),
        canInsert: changes.contains(.insert))
    }
    var deleteAddress: String?
    if changes.contains(.remove), case .sectionHeader(let section) = place {
      deleteAddress = decorator.link {
        $0.deletingSection = section
        $0.editing = nil
      }
    }
    return .init(
      version: RowVersion(header).description, rowName: name, titleField: titleField,
      hasButtons: !changes.isDisjoint(with: [.move, .remove]), move: changes.contains(.move) ? RowMoveView() : nil,
      deleteAddress: deleteAddress)
  }
}

extension SectionChange.Kind {
  /// The event that asks for it.
  var event: String {
    switch self {
    case .rename: "update"
    case .move: "move"
    case .remove: "delete"
    case .insert: "insert"
    }
  }
}
