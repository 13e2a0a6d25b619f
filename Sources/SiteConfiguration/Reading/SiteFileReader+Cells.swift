import TableModel
import TableRendering
import TextCoding
internal import Yams

/// What a site file says about cells.
extension SiteFileReader {
  mutating func cells(_ member: Member?) -> [SiteFile.CellRule] {
    guard let member, !member.value.isNull else { return [] }
    guard let elements = member.value.sequence else {
      report("cells must be a list, such as [{when: {kind: image}, nib: image}]", at: member.value)
      return []
    }
    return elements.compactMap { cell($0) }
  }

  private mutating func cell(_ node: Node) -> SiteFile.CellRule? {
    let members = members(
      of: node, "a cell", known: ["when", "nib", "height", "accessory", "link"], allowsNotes: false)
    guard node.mapping != nil else { return nil }
    guard let nib = members["nib"].flatMap({ name($0.value, "nib") }) else {
      if members["nib"] == nil { report("This cell needs a nib", at: node) }
      return nil
    }
    var rule = SiteFile.CellRule(nib: nib)
    for (column, member) in named(members["when"], "when") {
      rule.conditions += tests(member.value).map { (PlacedName(column, at: member.key.place), $0) }
    }
    rule.height = count(members["height"], "height")
    rule.accessory =
      choice(
        members["accessory"], "accessory",
        [
          "none": .none, "disclosureIndicator": .disclosureIndicator, "detailButton": .detailButton,
          "checkmark": .checkmark,
        ]) ?? .none
    if let link = members["link"], let text = text(link, "link") {
      rule.link =
        switch text {
        case "row": .row
        case "none": .nowhere
        default: .template(PlacedName(text, at: link.value.place))
        }
    }
    return rule
  }

  /// What a column's value is held against: a value, a list of values, or names of comparisons with values.
  mutating func tests(_ node: Node) -> [RecordCondition.Test] {
    if let elements = node.sequence { return [.oneOf(elements.compactMap { value($0) })] }
    guard let mapping = node.mapping else { return value(node).map { [.oneOf([$0])] } ?? [] }
    return mapping.compactMap { key, operand in
      let word = key.scalar?.string ?? ""
      switch word {
      case "is", "in": return .oneOf(values(operand))
      case "not", "notin": return .noneOf(values(operand))
      case "gt": return value(operand).map { .greater($0) }
      case "gte": return value(operand).map { .greaterOrEqual($0) }
      case "lt": return value(operand).map { .less($0) }
      case "lte": return value(operand).map { .lessOrEqual($0) }
      case "contains": return operand.scalar.map { .contains($0.string) }
      case "startswith": return operand.scalar.map { .startsWith($0.string) }
      case "endswith": return operand.scalar.map { .endsWith($0.string) }
      case "isnull": return flag((key, operand), word) ? .isNull : .isNotNull
      case "notnull": return flag((key, operand), word) ? .isNotNull : .isNull
      default:
        let near = NameSuggestions.hint(word, among: Self.comparisons)
        let known = near.isEmpty ? "; use one of: " + Self.comparisons.joined(separator: ", ") : near
        report("Unknown comparison “\(word)”" + known, at: key)
        return nil
      }
    }
  }

  private static let comparisons = [
    "is", "in", "not", "notin", "gt", "gte", "lt", "lte", "contains", "startswith", "endswith", "isnull", "notnull",
  ]

  private mutating func values(_ node: Node) -> [RecordValue] {
    guard let elements = node.sequence else { return value(node).map { [$0] } ?? [] }
    return elements.compactMap { value($0) }
  }

  mutating func value(_ node: Node) -> RecordValue? {
    switch JSONValue(node) {
    case .null: return .null
    case .boolean(let flag): return .integer(flag ? 1 : 0)
    case .integer(let number): return .integer(number)
    case .real(let number): return .real(number)
    case .text(let text): return .text(text)
    default:
      report("A value must be text, a number, true, false or null", at: node)
      return nil
    }
  }
}
