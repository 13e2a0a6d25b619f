@testable import TableRendering
@testable import TextCoding

/// JSON that comes with a request or a nib.
@Sendable func readJSON(_ input: UnsafeBufferPointer<UInt8>) {
  var reader = JSONReader(Array(input))
  _ = try? reader.readAll()
}

/// JSON that a column holds: what the checker takes is laid out, and its text holds no markup of its own.
@Sendable func readDocument(_ input: UnsafeBufferPointer<UInt8>) {
  let isDocument = JSONChecker.isDocument(input.span)
  guard let layout = JSONLayout(input) else { return }
  precondition(isDocument)
  var html = ByteSink(capacity: 256)
  layout.writeIndented(into: &html)
  precondition(html.withBytes { !$0.contains(UInt8(ascii: "<")) })
}

/// A nib: it is refused with a place, or drawn.
@Sendable func readNib(_ input: UnsafeBufferPointer<UInt8>) {
  guard let nib = try? Nib(String(decoding: input, as: UTF8.self), partials: ["a": "<b>{{x}}</b>", "b": "{{> a}}"])
  else {
    return
  }
  _ = nib.string(.object(["x": "<&>", "list": .list([.object(["y": "1"]), "2"]), "yes": true]))
}
