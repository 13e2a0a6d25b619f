import GroupPresentation
import TableModel
import TableRendering

/// What draws the rows of groups: what they have in common and the number of their rows lead to the rows themselves.
struct GroupCells {
  private let value, count: RecordCell

  private static let link =
    "{{#group-rows}}<a class=\"group-link\" href=\"{{group-rows}}\">{{{value}}}</a>{{/group-rows}}{{^group-rows}}{{{value}}}{{/group-rows}}"
  private static let valueNib = Result {
    try Nib(link + "{{#group-key}} <small>{{group-key}}</small>{{/group-key}}", named: "group")
  }
  private static let countNib = Result { try Nib(link, named: "rows of a group") }

  /// - Parameter schema: that of `GroupRecords`.
  init(_ schema: RecordSchema, _ links: RecordLinks) throws {
    value = try RecordCell(Self.valueNib.get(), schema: schema, links: links, value: 0)
    count = try RecordCell(Self.countNib.get(), schema: schema, links: links, value: 1)
  }

  func row(_ columns: RecordColumns, _ links: RecordLinks) -> RecordCell {
    RecordCell(columns, links: links, own: [0: value, 1: count])
  }
}
