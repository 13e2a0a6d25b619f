import Charts
import GroupPresentation
import SiteDescriptions
import SitePages
import SiteTables
import TableArguments
import TableGroups
import TextCoding

extension APIParameters {
  /// The arguments of a table's rows in groups. Which columns make good ones, no one schema for all tables can say.
  func groups(_ format: PageFormat?) -> [JSONValue] {
    let column: JSONValue = ["type": "string"]
    var group = argument("_group", column, "The column whose values make the groups")
    // The page without it offers the columns; data can't be made without.
    if format != .html { group.add("required", true) }
    var parameters = [group]
    parameters += GroupFigure.Kind.allCases.map {
      list("_\($0.rawValue)", column, "\($0.title) of these columns", limit: 8)
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
