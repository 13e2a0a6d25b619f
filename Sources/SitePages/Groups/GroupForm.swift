import GroupPresentation
import TableArguments
import TableGroups
import TableModel

/// What the form of a page of groups offers, and what of it is chosen.
struct GroupForm {
  let kept: [FieldView]
  let columns, parts, numbers, kinds: [OptionView]

  init(_ arguments: GroupArguments, _ schema: RecordSchema) {
    let positions = schema.ownColumns
    columns = positions.filter(schema.isGroupable).map { position in
      OptionView(
        value: schema.columns[position].name, label: schema.columns[position].heading,
        isSelected: position == arguments.key?.column)
    }
    let part = arguments.key?.part
    parts = [
      ("value", "value", part == .value || part == nil), ("year", "year", part == .year),
      ("month", "month", part == .month), ("day", "day", part == .day),
      ("range", "range", part.map { if case .range = $0 { true } else { false } } ?? false),
    ].map { OptionView(value: $0.0, label: $0.1, isSelected: $0.2) }
    let able = positions.filter { schema.hasNumbers($0) || schema.isOrdered($0) }
    // What people add up comes first.
    let offered = able.filter(schema.isAmount) + able.filter { !schema.isAmount($0) }
    let shown = arguments.figures.first?.column
    numbers =
      [OptionView(value: "", label: "nothing")]
      + offered.map { position in
        OptionView(
          value: schema.columns[position].name, label: schema.columns[position].heading, isSelected: position == shown)
      }
    let chosen = arguments.figures.filter { $0.column == shown }.map(\.kind)
    kinds = GroupFigure.Kind.allCases.map { kind in
      OptionView(value: kind.rawValue, label: kind.title, isSelected: shown == nil || chosen.contains(kind))
    }
    let isOfForm: Set<String> = ["_group", "_by", "_width", "_sort", "_sort_desc"]
    kept = arguments.changed { $0.leaveOut(figuresOf: shown) }.items(schema)
      .filter { !isOfForm.contains($0.name) }.map { FieldView(name: $0.name, value: $0.value) }
  }
}

extension RecordSchema {
  /// Whether values of a column are amounts, rather than numbers that name something.
  fileprivate func isAmount(_ column: Int) -> Bool {
    guard hasNumbers(column), !columns[column].isPrimaryKey else { return false }
    if case .number = columns[column].type { return true }
    return false
  }
}
