/// A template in HTML with Mustache tags, compiled once and filled many times.
///
/// `{{name}}` is escaped, `{{{name}}}` and `{{&name}}` write a value of type `HTML` as it is and everything else escaped.
/// `{{#name}}…{{/name}}`, `{{^name}}…{{/name}}`, `{{! comment }}`, `{{> partial }}` and `{{=<% %>=}}` are those of the Mustache
/// specification. It differs in this: a partial that isn't there is an error; there are no lambdas; an empty text is a value,
/// so its sections are shown; and tags stand only where a value can't break out: in text and in quoted attributes.
package struct Nib: Sendable {
  /// What errors call it.
  package let name: String
  /// The names that tags show or ask for, in order of appearance; a slot is a position in this list.
  package let slotNames: [String]
  /// A partial of the nib shows itself, so that it can only be filled from values with lists or objects that end it.
  package let isRecursive: Bool
  let code: NibCode
  let nodes: [NibNode]
  let partials: [[NibNode]]
  /// Where each slot is first named.
  var places: [String: NibTagPlace] = [:]

  /// Something wrong with a slot, at the place where it is first named.
  package func mistake(atSlot slot: String, _ message: String) -> NibError {
    let place = places[slot] ?? NibTagPlace(nib: name, line: 1, column: 1)
    return NibError(nib: place.nib, line: place.line, column: place.column, message: message)
  }
}

/// Where a tag stands: in the nib or in one of its partials.
struct NibTagPlace: Sendable, Equatable {
  var nib: String
  var line: Int
  var column: Int
}

extension Nib {
  /// Fills the nib from flat names: cells, and frames of pages. A recursive nib writes nothing this way.
  package func write(_ source: some NibSource, into html: inout ByteSink) { draw(source, into: &html) }

  /// The loop itself, inlined so that each source gets its own. The pointers are those of `code`, which is kept alive to the end.
  @inline(__always) func draw(_ source: some NibSource, into html: inout ByteSink) {
    defer { extendLifetime(code) }
    guard let literals = code.literals.baseAddress, let steps = code.steps.baseAddress else { return }
    var at = 0
    var marks = NibMarks()
    while true {
      let step = steps[at]
      html.append(literal: literals + step.literal.lowerBound, count: step.literal.count)
      at &+= 1
      switch step.action {
      case .slot(let slot, let context): source.write(Int(slot), context, into: &html)
      case .marked(let slot, let context, let mark):
        let start = html.count
        source.write(Int(slot), context, into: &html)
        marks[mark] = start..<html.count
      case .again(let slot, let context, let mark):
        let written = marks[mark]
        // Empty: absent, or an address that was refused; what is shown here may differ.
        if written.isEmpty { source.write(Int(slot), context, into: &html) } else { html.append(again: written) }
      case .skipUnless(let slot, let wanted, let next): if source.isPresent(Int(slot)) != wanted { at = Int(next) }
      case .proceed: continue
      case .end: return
      }
    }
  }
}
