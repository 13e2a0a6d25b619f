import GroupPresentation
import TableModel
import TableRendering

/// What draws the rows of groups: what they have in common and the number of their rows lead to the rows themselves.
struct GroupCells {
  private let value, count: RecordCell

  private static let valueNib =
    "{{#group-rows}}<a class=\"group-link\" href=\"{{group-rows}}\">{{{value}}}</a>{{/group-rows}}{{^group-rows}}{{{value}}}{{/group-rows}}{{#group-key}} <small>{{group-key}}</small>{{/group-key}}"
  private static let countNib =
    "{{#group-rows}}<a class=\"group-link\" href=\"{{group-rows}}\">{{{value}}}</a>{{/group-rows}}{{^group-rows}}{{{value}}}{{/group-rows}}"

  /// - Parameter schema: that of `GroupRecords`.
  init(_ schema: RecordSchema, _ links: RecordLinks) throws {
    value = try RecordCell(Nib(Self.valueNib, named: "group"), schema: schema, links: links, value: 0)
    count = try RecordCell(Nib(Self.countNib, named: "rows of a group"), schema: schema, links: links, value: 1)
  }

  func row(_ columns: RecordColumns, _ links: RecordLinks) -> RecordCell {
    RecordCell(columns, links: links, own: [0: value, 1: count])
  }
}
