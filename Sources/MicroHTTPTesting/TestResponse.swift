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
}
