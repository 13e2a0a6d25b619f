import SiteDescriptions
import TableArguments
import TableModel
import TextCoding

extension APIParameters {
  /// The arguments of a route in a format.
  /// - Parameter columns: the columns of the table, where it is known.
  func query(_ route: Route, _ format: PageFormat?, columns: [RecordSchema.Column]? = nil) -> [JSONValue] {
    route.api?.arguments(self, format, columns) ?? []
  }
}
