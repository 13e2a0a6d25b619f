public import HTTPTypes
public import MicroHTTP

/// An answer, complete.
public struct TestResponse: Sendable {
  /// How it went.
  public var status: Status
  /// The fields, as sent.
  public var headers: HTTPFields
  /// The body, chunks put together, still compressed if it was.
  public var body: [UInt8]

  /// The body as text.
  public var text: String { String(decoding: body, as: UTF8.self) }

  /// The first value of a field.
  public subscript(_ name: String) -> String? { values(name).first }

  /// All values of a field, in their order.
  public func values(_ name: String) -> [String] { HTTPField.Name(name).map { headers[values: $0] } ?? [] }

  /// The cookies that it sets, as a browser sends them back in `Cookie`; `nil` where there are none.
  package var cookies: String? {
    let pairs = values("Set-Cookie").map { String($0.prefix { $0 != ";" }) }
    return pairs.isEmpty ? nil : pairs.joined(separator: "; ")
  }
}
