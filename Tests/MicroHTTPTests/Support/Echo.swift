import HTTPTypes
import MicroHTTP
import MicroHTTPTesting

/// Answers what it understood of a request, so that tests can see it.
let echo = ClosureHandler { request in
  var text = "\(request.method) \(request.path.segments) trailing=\(request.path.hasTrailingSlash) \(request.target)\n"
  for item in request.query { text += "query \(item.name)=\(item.value)\n" }
  for field in request.headerFields { text += "header \(field.name.rawName)=\(field.value)\n" }
  text += "body \(request.body.count) \(String(decoding: request.body.prefix(40), as: UTF8.self))\n"
  return Response(body: .text(text))
}

/// A configuration for tests: patient, compression off where it would hide the bytes, two workers.
func testConfiguration(_ change: (inout HTTPServer.Configuration) -> Void = { _ in }) -> HTTPServer.Configuration {
  var configuration = HTTPServer.Configuration.patient
  configuration.workers = 2
  change(&configuration)
  return configuration
}

extension String {
  /// How often a text occurs.
  func count(of text: String) -> Int { ranges(of: text).count }
}
