import Charts
import GroupPresentation
import SitePages
import SiteTables
import TableArguments
import TableGroups
import TableModel
import TextCoding

extension APIParameters {
  /// The arguments of a table's rows in groups.
  func groups(_ columns: [RecordSchema.Column]?, _ format: PageFormat?) -> [JSONValue] {
    var parameters: [JSONValue] = []
    if let columns {
      let schema = RecordSchema(table: "", columns: columns, keyFields: [])
      func names(_ isAble: (Int) -> Bool) -> JSONValue {
        columnSchema(columns.indices.filter(isAble).map { columns[$0] })
      }
      var group = argument("_group", names(schema.isGroupable), "The column whose values make the groups")
      if format != .html, case .object(let members) = group { group = .object(members + [("required", true)]) }
      parameters.append(group)
      for kind in GroupFigure.Kind.allCases {
        let able = kind.needsNumbers ? names(schema.hasNumbers) : names(schema.isOrdered)
        guard columns.indices.contains(where: kind.needsNumbers ? schema.hasNumbers : schema.isOrdered) else {
          continue
        }
        parameters.append(list("_\(kind.rawValue)", able, "\(kind.title) of these columns", limit: 8))
      }
    }
    parameters += [
      argument(
        "_by", ["type": "string", "enum": ["value", "year", "month", "day"]],
        "Which part of a value makes the group; range for ranges of numbers, as wide as _width says"),
      argument("_size", size(context.options.maximumPageSize), "Groups per page"),
    ]
    switch format {
    case .html:
      parameters.append(
        argument("_chart", ["type": "string", "enum": JSONValue(Chart.Kind.allCases.map(\.rawValue))], "A chart"))
    case .json:
      parameters += [
        argument(
          "_shape", ["type": "string", "enum": ["objects", "arrays", "array", "arrayfirst"]], "Shape of the rows"),
        flag("_nl", "With the shape array: one object per line"),
      ]
    default: parameters.append(flag("_dl", "Sends a file to download"))
    }
    return parameters
  }
}
