package import SitePages
package import TableEditing
package import TableModel

extension Command.Deed {
  /// What an event asks for that names a section by its header; `nil` for events of rows and for actions.
  /// - Parameter version: what the visitor saw of the header.
  /// - Throws: `HTTPProblem` 400 if it asks for nothing that there is.
  package init?(section form: FormBody, version: RowVersion?) throws {
    guard let view = form["view"], form.event != "action" else { return nil }
    guard case .sectionHeader(let place)? = SupplementaryPlace(view) else {
      throw Command.failure("view must be the header of a section, such as header-2")
    }
    let change: SectionChange? =
      switch form.event {
      case "update": .rename(to: try Self.title(form))
      case "insert": .insert(title: try Self.title(form))
      case "move": .move(to: try Self.target(form, from: place))
      case "delete": .remove
      default: nil
      }
    guard let change else { return nil }
    let count = try Command.number(form["count"], "count")
    self = .section(change, ChosenSection(place, version: version, rowCount: count))
  }

  private static func title(_ form: FormBody) throws -> String {
    let values = form.values
    guard let title = values["title"], values.count == 1 else {
      throw Command.failure("values must be the title of a section")
    }
    return title
  }

  private static func target(_ form: FormBody, from place: Int) throws -> Int {
    switch form["move"] {
    case "up": return place - 1
    // Nobody has so many sections, but anybody can write the number.
    case "down": return place == .max ? place : place + 1
    default:
      guard let target = try Command.number(form["to.section"], "to.section") else {
        throw Command.failure("move must be up or down, or there must be to with section")
      }
      return target
    }
  }
}
