internal import CMicroHTTPD
internal import Glibc

/// Checks a request's headers when they are complete, before anything is done with it.
///
/// libmicrohttpd before 1.0 accepts what RFC 9112 tells a server to refuse, and what lets a request be understood in two
/// ways: several lengths, a length and chunks, folded lines (whose continuation it appends to the *name*), names with
/// spaces, several hosts, NULs that cut a value short, and lone line ends. It parses in place, so where names and values
/// lie in memory betrays the last four: a genuine value follows its name, and a line follows the line before.
struct RequestValidator {
  private var contentLengths = 0
  private var transferEncodings = 0
  private var hosts = 0
  private var isChunked = true
  private var isMalformed = false
  private var hasUnknownExpectation = false
  /// Where the line before ends.
  private var previousEnd: UnsafePointer<CChar>?
  private(set) var contentLength: Int?
  private let checksLines = !HTTPServer.libraryChecksLines

  /// Whether a body may follow.
  var announcesBody: Bool { contentLengths > 0 || hasChunks }
  /// Whether the body comes in chunks.
  var hasChunks: Bool { transferEncodings > 0 }

  /// - Parameter target: where the raw target lay when the request line was read.
  /// - Returns: what is wrong, or nil.
  mutating func check(
    _ connection: OpaquePointer, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>,
    target: UnsafeBufferPointer<CChar>?
  ) -> HTTPError? {
    let isVersion1_1 = strcmp(version, "HTTP/1.1") == 0
    if checksLines, let target, let start = target.baseAddress,
      start - method != strlen(method) + 1 || version - start != target.count + 1
    {
      isMalformed = true
    }
    previousEnd = version + strlen(version)
    withUnsafeMutablePointer(to: &self) { validator in
      _ = MHD_get_connection_values_n(
        connection, .HEADER_KIND,
        { validator, _, name, nameCount, value, valueCount in
          guard let validator, let name else { return .YES }
          // The validator on the stack of `check`, which waits for this walk to end.
          validator.assumingMemoryBound(to: RequestValidator.self).pointee.visit(name, nameCount, value, valueCount)
          return .YES
        }, validator)
    }
    // After the last line come its CR and LF, and those of the empty line; less or more was cut, or taken for that line.
    if checksLines, let previousEnd, previousEnd + 4 - method != bridge_header_size(connection) {
      isMalformed = true
    }
    if isMalformed { return HTTPError(.badRequest, "A header field is malformed.") }
    if contentLengths > 1 || transferEncodings > 1 || !isChunked || (contentLengths > 0 && transferEncodings > 0)
      || (transferEncodings > 0 && !isVersion1_1)
    {
      return HTTPError(.badRequest, "The length of the request's body is ambiguous.")
    }
    if hosts > 1 || (hosts == 0 && isVersion1_1) {
      return HTTPError(.badRequest, "The request needs exactly one Host field.")
    }
    if hasUnknownExpectation { return HTTPError(.expectationFailed, "Expect supports only 100-continue.") }
    return nil
  }

  private mutating func visit(
    _ name: UnsafePointer<CChar>, _ nameCount: Int, _ value: UnsafePointer<CChar>?, _ valueCount: Int
  ) {
    guard let value, nameCount > 0 else {
      isMalformed = true
      return
    }
    for index in 0..<nameCount where !UInt8(bitPattern: name[index]).isTokenByte { isMalformed = true }
    if !UnsafeRawBufferPointer(start: value, count: valueCount).areFieldValueBytes { isMalformed = true }
    if checksLines, !isInPlace(name, nameCount, value) { isMalformed = true }
    previousEnd = value + valueCount
    note(name, nameCount, value, valueCount)
  }

  /// Whether the name begins two bytes (CR and LF, now NUL) after the line before, and the value follows the name after a
  /// NUL (once the colon) and blanks. Where nothing was folded or cut, both lie in the connection's one buffer.
  private func isInPlace(_ name: UnsafePointer<CChar>, _ count: Int, _ value: UnsafePointer<CChar>) -> Bool {
    if let previousEnd, name - previousEnd != 2 { return false }
    let gap = value - name - count
    guard gap >= 1, gap <= 8192, name[count] == 0 else { return false }
    for index in 1..<gap where !UInt8(bitPattern: name[count + index]).isBlank { return false }
    return true
  }

  private mutating func note(
    _ name: UnsafePointer<CChar>, _ nameCount: Int, _ value: UnsafePointer<CChar>, _ valueCount: Int
  ) {
    switch nameCount {
    case 4 where strcasecmp(name, "Host") == 0: hosts += 1
    case 6 where strcasecmp(name, "Expect") == 0:
      if strcasecmp(value, "100-continue") != 0 { hasUnknownExpectation = true }
    case 14 where strcasecmp(name, "Content-Length") == 0:
      contentLengths += 1
      // libmicrohttpd has seen that it is a number; one that is too large for this is too large for a body.
      contentLength = Int(String(cString: value)) ?? .max
    case 17 where strcasecmp(name, "Transfer-Encoding") == 0:
      transferEncodings += 1
      if strcasecmp(value, "chunked") != 0 { isChunked = false }
    default: break
    }
  }
}
