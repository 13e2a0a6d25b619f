import HTTPTypes
import MicroHTTP

/// Reads answers (RFC 9112 §4 to §7), strictly: what a server must not send is an error.
enum ResponseParser {
  /// The first complete answer in the bytes, and what follows it; nil and all bytes if it is not complete yet.
  static func parse(
    _ bytes: [UInt8], to method: Method, isEnded: Bool
  ) throws -> (response: TestResponse?, rest: [UInt8]) {
    var reader = Reader(bytes: bytes[...])
    guard let statusLine = try reader.line() else { return (nil, bytes) }
    let parts = statusLine.split(separator: " ", maxSplits: 2)
    guard parts.count >= 2, parts[0] == "HTTP/1.1", let code = UInt16(parts[1]) else {
      throw TestClientError.malformedResponse(statusLine)
    }
    var headers = HTTPFields()
    while true {
      guard let line = try reader.line() else { return (nil, bytes) }
      if line.isEmpty { break }
      guard let colon = line.firstIndex(of: ":"), let name = HTTPField.Name(String(line[..<colon])) else {
        throw TestClientError.malformedResponse(line)
      }
      headers.append(HTTPField(name: name, value: String(line[line.index(after: colon)...].drop { $0 == " " })))
    }
    let status = Status(code)
    if code == 100 { return try parse(Array(reader.bytes), to: method, isEnded: isEnded) }
    guard let body = try body(&reader, status, headers, method, isEnded: isEnded) else { return (nil, bytes) }
    return (TestResponse(status: status, headers: headers, body: body), Array(reader.bytes))
  }

  private static func body(
    _ reader: inout Reader, _ status: Status, _ headers: HTTPFields, _ method: Method, isEnded: Bool
  ) throws -> [UInt8]? {
    if method == .head || status.forbidsBody { return [] }
    if headers[.transferEncoding] == "chunked" { return try reader.chunks() }
    guard let text = headers[.contentLength] else { return isEnded ? reader.take(reader.bytes.count) : nil }
    guard let count = Int(text) else { throw TestClientError.malformedResponse("Content-Length: \(text)") }
    return reader.take(count)
  }

  private struct Reader {
    var bytes: ArraySlice<UInt8>

    /// A line without its end, or nil if there is no whole one yet.
    mutating func line() throws -> String? {
      guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      guard end > bytes.startIndex, bytes[end - 1] == UInt8(ascii: "\r") else {
        throw TestClientError.malformedResponse("A line ends without CR.")
      }
      defer { bytes = bytes[(end + 1)...] }
      return String(decoding: bytes[..<(end - 1)], as: UTF8.self)
    }

    mutating func take(_ count: Int) -> [UInt8]? {
      guard bytes.count >= count else { return nil }
      defer { bytes = bytes.dropFirst(count) }
      return Array(bytes.prefix(count))
    }

    mutating func chunks() throws -> [UInt8]? {
      var body: [UInt8] = []
      while true {
        guard let line = try line() else { return nil }
        guard let count = Int(line, radix: 16) else { throw TestClientError.malformedResponse("chunk \(line)") }
        guard let chunk = take(count), let end = try self.line() else { return nil }
        guard end.isEmpty else { throw TestClientError.malformedResponse("A chunk has the wrong length.") }
        if count == 0 { return body }
        body += chunk
      }
    }
  }
}
