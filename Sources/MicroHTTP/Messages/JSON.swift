internal import FoundationEssentials

extension Request {
  /// The body, read as JSON. Dates are those of ISO 8601.
  /// - Throws: `HTTPError` 415 if the body calls itself something else, 400 if it can't be read.
  public func json<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    let media = (header("Content-Type") ?? "application/json").prefix { $0 != ";" }.trimmingBlanks.lowercased()
    guard media == "application/json" || media.hasSuffix("+json") else {
      throw HTTPError(.unsupportedMediaType, "Send JSON, with Content-Type: application/json.")
    }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    do { return try decoder.decode(type, from: Data(body)) } catch let error as DecodingError {
      throw HTTPError(.badRequest, "Invalid JSON: \(error.sentence)")
    }
  }
}

extension Response {
  /// A value as JSON. Dates are those of ISO 8601; the members of objects are sorted, so that the same value is the same bytes.
  /// - Throws: `EncodingError` for what JSON can't say, such as an infinite number.
  public static func json(
    _ value: some Encodable, status: Status = .ok, headers: [Header] = []
  ) throws -> Response {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let bytes = Array(try encoder.encode(value))
    return Response(status: status, headers: headers, body: .bytes(bytes, contentType: "application/json"))
  }
}

extension DecodingError {
  /// What is wrong, and where, without what is internal.
  fileprivate var sentence: String {
    switch self {
    case .keyNotFound(let key, let context): "\(Self.place(context, key)) is missing."
    case .typeMismatch(_, let context): "\(Self.place(context)) is of another type."
    case .valueNotFound(_, let context): "\(Self.place(context)) is null."
    case .dataCorrupted(let context):
      context.codingPath.isEmpty ? "it is not JSON." : "\(Self.place(context)) is malformed."
    @unknown default: "it is malformed."
    }
  }

  private static func place(_ context: Context, _ key: (any CodingKey)? = nil) -> String {
    let path = (context.codingPath + [key].compactMap(\.self)).map { $0.intValue.map(String.init) ?? $0.stringValue }
    return path.isEmpty ? "it" : path.joined(separator: ".")
  }
}
