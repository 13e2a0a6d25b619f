internal import CMicroHTTPD
internal import Glibc
internal import TextCoding

/// Where a request's headers are.
///
/// Unchecked: a connection's headers do not change from the moment its handler is first called until the request is
/// completed, and `RequestContext.detachHeaders` replaces this value, under its lock, before that.
enum HeaderSource: @unchecked Sendable {
  /// Still in the connection, which has parsed them.
  case connection(OpaquePointer)
  /// Copied.
  case copied([(name: String, value: String)])

  func firstValue(_ name: StaticString) -> String? {
    withFirstValue(name) { String(decoding: $0, as: UTF8.self) }
  }

  func withFirstValue<Result>(_ name: StaticString, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
    switch self {
    case .connection(let connection):
      var value: UnsafePointer<CChar>?
      var count = 0
      let found = MHD_lookup_connection_value_n(
        connection, .HEADER_KIND, name.cString, name.utf8CodeUnitCount, &value, &count)
      guard found == .YES else { return nil }
      // The value stays in the connection's memory until the request is completed.
      return body(
        UnsafeBufferPointer(start: value.map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) }, count: count)
      )
    case .copied(let fields):
      guard var value = fields.first(where: { $0.name.equalsIgnoringCase(name.description) })?.value else { return nil }
      return value.withUTF8(body)
    }
  }

  /// The values of all fields with a name, without a string made of any other field.
  func values(_ name: StaticString) -> [String] {
    switch self {
    case .connection(let connection):
      var search = Search(name: name)
      withUnsafeMutablePointer(to: &search) { search in
        _ = MHD_get_connection_values_n(connection, .HEADER_KIND, Self.compare, search)
      }
      return search.values
    case .copied(let fields):
      return fields.filter { $0.name.equalsIgnoringCase(name.description) }.map(\.value)
    }
  }

  private struct Search {
    let name: StaticString
    var values: [String] = []
  }

  private static let compare: MHD_KeyValueIteratorN = { context, _, name, nameCount, value, valueCount in
    guard let context, let name else { return .NO }
    // The context is the search on the stack of `values`, which waits for this walk to end.
    let search = context.assumingMemoryBound(to: Search.self)
    let wanted = search.pointee.name
    if nameCount == wanted.utf8CodeUnitCount, strncasecmp(name, wanted.cString, nameCount) == 0 {
      search.pointee.values.append(
        String(decoding: UnsafeRawBufferPointer(start: value, count: valueCount), as: UTF8.self))
    }
    return .YES
  }

  /// All fields, in the order in which they were sent.
  var fields: [(name: String, value: String)] {
    switch self {
    case .connection(let connection):
      var fields: [(name: String, value: String)] = []
      // Without an iterator, libmicrohttpd counts them.
      fields.reserveCapacity(Int(MHD_get_connection_values_n(connection, .HEADER_KIND, nil, nil)))
      withUnsafeMutablePointer(to: &fields) { fields in
        _ = MHD_get_connection_values_n(connection, .HEADER_KIND, Self.append, fields)
      }
      return fields
    case .copied(let fields): return fields
    }
  }

  private static let append: MHD_KeyValueIteratorN = { context, _, name, nameCount, value, valueCount in
    guard let context, let name else { return .NO }
    // The context is the array on the stack of `fields`, which waits for this walk to end.
    context.assumingMemoryBound(to: [(name: String, value: String)].self).pointee.append(
      (
        String(decoding: UnsafeRawBufferPointer(start: name, count: nameCount), as: UTF8.self),
        String(decoding: UnsafeRawBufferPointer(start: value, count: valueCount), as: UTF8.self)
      ))
    return .YES
  }

  /// The same, apart from any connection.
  var copied: HeaderSource { .copied(fields) }
}
