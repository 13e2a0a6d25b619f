import TableModel
import TableRendering
internal import Yams

/// What a site file says about actions.
extension SiteFileReader {
  mutating func actions(_ member: Member?) -> [SiteFile.Action] {
    named(member, "actions").compactMap { action($0.name, $0.member) }
  }

  private mutating func action(_ name: String, _ member: Member) -> SiteFile.Action? {
    let members = members(
      of: member.value, "the action “\(name)”", known: ["title", "when", "confirm", "set"], allowsNotes: false)
    guard member.value.mapping != nil else { return nil }
    var action = SiteFile.Action(
      name: PlacedName(name, at: member.key.place), title: text(members["title"], "title") ?? name)
    for (column, member) in named(members["when"], "when") {
      action.conditions += tests(member.value).map { (PlacedName(column, at: member.key.place), $0) }
    }
    action.confirmation = text(members["confirm"], "confirm")
    for (column, member) in named(members["set"], "set") {
      guard let value = actionValue(member.value) else { continue }
      action.values.append((PlacedName(column, at: member.key.place), value))
    }
    if members["set"]?.value.mapping?.isEmpty ?? true {
      report("The action “\(name)” needs set: {column: value}", at: member.key)
      return nil
    }
    return action
  }

  /// `now` without quotes is the time; with quotes it is a text.
  private mutating func actionValue(_ node: Node) -> SiteFile.Action.Value? {
    if let scalar = node.scalar, scalar.style == .plain || scalar.style == .any, scalar.string == "now" { return .now }
    return value(node).map { .constant($0) }
  }
}
