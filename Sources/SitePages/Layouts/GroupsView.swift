import TableRendering

/// `groups.html`: the rows of a table in groups.
package struct GroupsView: NibView {
  struct Result: NibView {
    let exports: ExportsView?
    let hasRows: Bool
    let rows, total: HTML
    let head: GridHeadView
  }

  let frame: FrameView
  let heading: String
  let count: HTML?
  let summary: String?
  let tableAddress, groupAction: String
  let kept: [FieldView]
  let columns, parts, numbers, kinds: [OptionView]
  let hasCharts: Bool
  let charts: [LinkView]
  let chart: HTML?
  let note: String?
  let result: Result?
  let hasPages: Bool
  let previous, next: String?
  let timing: PassingText
}
