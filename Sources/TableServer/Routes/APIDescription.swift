import RequestBodies
import SiteDescriptions
import TableArguments
internal import TableModel
import TextCoding

/// What OpenAPI says of a route besides its path and its summary.
struct APIDescription: Sendable {
  typealias Arguments = @Sendable (APIParameters, PageFormat?, _ columns: [RecordSchema.Column]?) -> [JSONValue]

  /// The name of its JSON's schema; see `APISchemas`.
  var schema = "OpenAPI"
  /// What can be asked of it that no schema describes.
  var remark: String?
  /// The media type of what has no formats.
  var mediaType = "text/plain"
  /// What its query may hold.
  var arguments: Arguments = { _, _, _ in [] }
  /// What can be sent to it; `nil` for what is read.
  var action: WriteTarget.Action?
  /// The schema of a body that changes tables themselves; `nil` for all else.
  var body: JSONValue?
}
