package import TableModel

/// What the address of a list says about its rows: which are chosen, and what is being done with them.
package struct EventArguments: Hashable, Sendable {
  /// The keys of the chosen rows, in the order in which they were chosen.
  package var selected: [String] = []
  /// Whether the list is in edit mode.
  package var isEditing = false
  /// The key of the row whose fields are open.
  package var editing: String?
  /// The key of the row that is about to be deleted.
  package var deleting: String?
  /// The place of the section that is about to be deleted.
  package var deletingSection: Int?

  /// More would make addresses that browsers don't take.
  package static let selectionLimit = 200

  package init() {}

  /// Those among other arguments.
  package init(_ items: [(name: String, value: String)]) throws(ArgumentErrors) {
    var items = items
    try self.init(takingFrom: &items)
  }

  /// The arguments that it takes.
  package static let names = ["_selected", "_edit", "_editing", "_delete", "_delete_section"]

  /// Takes its arguments out of those of a request.
  /// - Throws: `ArgumentErrors` if one makes no sense.
  package init(takingFrom items: inout [(name: String, value: String)]) throws(ArgumentErrors) {
    var errors: [String] = []
    var rest: [(name: String, value: String)] = []
    var chosen = 0
    for (name, value) in items {
      switch name {
      case "_selected":
        chosen += 1
        if !value.isEmpty, !selected.contains(value) { selected.append(value) }
      case "_edit":
        if let flag = Bool(argument: value) { isEditing = flag } else { errors.append("_edit must be on or off") }
      case "_editing": editing = value.isEmpty ? nil : value
      case "_delete": deleting = value.isEmpty ? nil : value
      case "_delete_section":
        deletingSection = Int(value)
        if !value.isEmpty, deletingSection.map({ $0 < 0 }) ?? true {
          errors.append("_delete_section must be the place of a section, from 0 on")
        }
      default: rest.append((name, value))
      }
    }
    if chosen > Self.selectionLimit {
      errors.append("At most \(Self.selectionLimit) rows can be selected at a time")
    }
    guard errors.isEmpty else { throw ArgumentErrors(messages: errors) }
    items = rest
  }

  /// The arguments as names and values, in a fixed order.
  package var items: [(name: String, value: String)] {
    var items = selected.map { (name: "_selected", value: $0) }
    if isEditing { items.append(("_edit", "on")) }
    if let editing { items.append(("_editing", editing)) }
    if let deleting { items.append(("_delete", deleting)) }
    if let deletingSection { items.append(("_delete_section", String(deletingSection))) }
    return items
  }
}

extension [String] {
  /// The keys that these texts are; what is none names no row.
  package var rowKeys: [RowKey] { compactMap { RowKey(encoded: $0) } }
}
