@testable import TableRendering

/// What a closure writes.
func written(_ write: (inout ByteSink) throws -> Void) rethrows -> String {
  var sink = ByteSink(capacity: 16)
  try write(&sink)
  return sink.string
}

/// The text that a browser reads from escaped text: the five entities that the sink writes.
func unescaped(_ html: String) -> String {
  var text = String.UnicodeScalarView()
  var rest = html.unicodeScalars[...]
  let entities: [(written: String, read: Unicode.Scalar)] = [
    ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"),
  ]
  while let next = rest.first {
    let entity = next == "&" ? entities.first { rest.starts(with: $0.written.unicodeScalars) } : nil
    text.append(entity?.read ?? next)
    rest = rest.dropFirst(entity?.written.unicodeScalars.count ?? 1)
  }
  return String(text)
}
