internal import TextCoding

/// JSON text laid out for people: checked, then written indented, or the beginning of it in one line.
struct JSONLayout {
  private let text: UnsafeBufferPointer<UInt8>

  /// `nil` unless the text is a JSON object or array (RFC 8259) nested less than 64 deep.
  /// The pointer has to stay valid for as long as this value is used.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text
    guard JSONChecker.isDocument(text.span) else { return nil }
  }

  /// Every value on a line of its own.
  func writeIndented(into html: inout ByteSink) {
    var writer = Writer(remaining: .max, isIndented: true)
    write(with: &writer, into: &html)
  }

  /// One line of so many characters at most, with an ellipsis where it had to be cut.
  func writeLine(characters: Int, into html: inout ByteSink) {
    var writer = Writer(remaining: characters, isIndented: false)
    write(with: &writer, into: &html)
  }

  private func write(with writer: inout Writer, into html: inout ByteSink) {
    var at = 0
    while at < text.count, writer.remaining > 0 {
      let byte = text[at]
      switch byte {
      case 0x09, 0x0A, 0x0D, 0x20: at += 1
      case 0x7B, 0x5B:
        let next = text[(at + 1)...].firstIndex { $0 > 0x20 } ?? at
        writer.write(text.part(at..<(at + 1)), into: &html)
        if text[next] == byte + 2 {
          writer.write(text.part(next..<(next + 1)), into: &html)
          at = next + 1
        } else {
          writer.depth += 1
          writer.breakLine(into: &html)
          at += 1
        }
      case 0x7D, 0x5D:
        writer.depth -= 1
        writer.breakLine(into: &html)
        writer.write(text.part(at..<(at + 1)), into: &html)
        at += 1
      case 0x2C:
        writer.write(text.part(at..<(at + 1)), into: &html)
        if !writer.isIndented { writer.space(into: &html) }
        writer.breakLine(into: &html)
        at += 1
      case 0x3A:
        writer.write(text.part(at..<(at + 1)), into: &html)
        writer.space(into: &html)
        at += 1
      default:
        let end = JSONChecker.endOfScalar(text.span, at)
        writer.write(text.part(at..<end), into: &html)
        at = end
      }
    }
    if at < text.count || writer.wasCut { html.markup("…") }
  }

  private struct Writer {
    /// Characters that may still be written.
    var remaining: Int
    let isIndented: Bool
    var depth = 0
    var wasCut = false

    mutating func write(_ bytes: UnsafeBufferPointer<UInt8>, into html: inout ByteSink) {
      let length = bytes.prefixLength(characters: remaining)
      html.text(bytes.part(0..<length))
      wasCut = wasCut || length < bytes.count
      guard remaining < .max else { return }
      remaining -= bytes.part(0..<length).reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
    }

    mutating func space(into html: inout ByteSink) {
      guard remaining > 0 else { return }
      html.append(byte: 0x20)
      if remaining < .max { remaining -= 1 }
    }

    func breakLine(into html: inout ByteSink) {
      guard isIndented else { return }
      html.append(byte: 0x0A)
      for _ in 0..<(2 * depth) { html.append(byte: 0x20) }
    }
  }
}
