package import MicroHTTP
import TableArguments
package import TextCoding

extension Response {
  /// A page that is rare enough to be a string.
  package init(html: String, headers: [Header]) {
    self.init(headers: headers, body: .text(html, contentType: PageFormat.html.contentType))
  }

  /// JSON that is rare enough to be a string.
  package init(json: String, headers: [Header]) {
    self.init(headers: headers, body: .text(json, contentType: PageFormat.json.contentType))
  }

  /// The answer to a script.
  package init(_ json: JSONValue, status: Status = .ok) {
    self.init(json: json.text, headers: PageHeaders.data())
    self.status = status
  }
}
