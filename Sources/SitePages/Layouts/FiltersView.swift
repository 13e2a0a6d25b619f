import TableRendering

/// `filters.html`: all conditions on the rows of a table.
package struct FiltersView: NibView {
  /// One condition, or room for one.
  struct Condition: NibView {
    let number, suffix: String
    let columns, operators: [OptionView]
    let text: String
  }

  let frame: FrameView
  let heading, tableAddress, filterAction: String
  let kept: [FieldView]
  let hasAny, matchesAny: Bool
  let conditions: [Condition]
}
