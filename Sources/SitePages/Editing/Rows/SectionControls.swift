import TableArguments
import TableModel
import TableRendering

/// The buttons and the field that change a section, beside its header in edit mode.
struct SectionControls {
  let decorator: ListDecorator
  let section: HandledSection
  let header: any SupplementaryViewModel

  /// The values of `view-tools.html`.
  func value(_ place: SupplementaryPlace) -> NibValue {
    let content = RowValues(header), changes = section.changes
    let name = content.name(or: place.description)
    var values: [String: NibValue] = ["version": .text(RowVersion(header).description), "rowName": .text(name)]
    if !changes.isDisjoint(with: [.rename, .insert]) {
      values["titleField"] = .object([
        "sectionTitle": .text(content["title"] ?? name), "canRename": .boolean(changes.contains(.rename)),
        "canInsert": .boolean(changes.contains(.insert)),
      ])
    }
    if changes.contains(.move) {
      values["move"] = .object(["upName": "move", "upValue": "up", "downName": "move", "downValue": "down"])
    }
    if changes.contains(.remove), case .sectionHeader(let section) = place {
      values["deleteAddress"] = .text(
        decorator.link {
          $0.deletingSection = section
          $0.editing = nil
        })
    }
    values["hasButtons"] = .boolean(!changes.isDisjoint(with: [.move, .remove]))
    return .object(values)
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
