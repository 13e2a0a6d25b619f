/// An error that knows how to answer for itself. Any other error that a handler throws is answered 500, and logged.
public protocol ResponseConvertible: Error {
  /// The answer to give instead of the one that could not be made.
  var response: Response { get }
}

/// A failure with a status and a message that the person who sent the request can act on.
public struct HTTPError: ResponseConvertible, CustomStringConvertible {
  /// The status of the answer.
  public var status: Status
  /// Fields to send with it.
  public var headers: [Header]
  /// One clear sentence for the reader. Never internals.
  public var message: String

  /// Makes an error.
  public init(_ status: Status, _ message: String? = nil, headers: [Header] = []) {
    self.status = status
    self.headers = headers
    self.message = message ?? status.reason
  }

  /// The message, as plain text that no cache keeps.
  public var response: Response {
    var response = Response(status: status, headers: headers, body: .text(message + "\n"))
    if !response.headers.contains(.cacheControl) { response.headers.append(Header(.cacheControl, "no-store")) }
    return response
  }

  /// Status and message.
  public var description: String { "\(status): \(message)" }
}
