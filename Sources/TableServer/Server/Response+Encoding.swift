internal import MicroHTTP
import SitePages
import TableRendering

extension Response {
  /// A value as JSON.
  init(encoding value: some Encodable) throws {
    var json = ByteSink(capacity: 4_096)
    try json.json(value)
    self.init(json: json.string, headers: PageHeaders.data())
  }
}
