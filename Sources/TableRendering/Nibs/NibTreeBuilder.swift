/// Builds the tree of a nib token by token, and follows the HTML around it.
struct NibTreeBuilder {
  /// What is wrong, at an offset from the token that is being added.
  struct Mistake: Error {
    var offset = 0
    var message: String
  }

  struct OpenSection {
    var path: NibPath
    var inverted: Bool
    var offset: Int
    /// Where the section started in the HTML, and where things stood after its counterpart, if that came just before.
    var start: HTMLPosition
    var alternative: HTMLPosition?
    /// The nodes around it.
    var outer: [NibNode]
  }

  /// A section that has just been closed; its counterpart (`{{^name}}` behind `{{/name}}`) starts where it started.
  private struct ClosedSection {
    var path: NibPath
    var inverted: Bool
    var start: HTMLPosition
    var end: HTMLPosition
  }

  /// More would be a mistake, and would take stack without end to walk.
  private static let deepest = 64

  private(set) var nodes: [NibNode] = []
  var position: HTMLPosition
  private var open: [OpenSection] = []
  private var closed: ClosedSection?

  init(position: HTMLPosition) { self.position = position }

  var unclosed: OpenSection? { open.last }

  mutating func add(literal bytes: ArraySlice<UInt8>) throws(Mistake) {
    closed = nil
    for (offset, byte) in bytes.enumerated() {
      position.read(byte)
      if let problem = position.problem { throw Mistake(offset: offset, message: problem) }
    }
    nodes.append(.literal(Array(bytes)))
  }

  mutating func add(value path: NibPath, isRaw: Bool) throws(Mistake) {
    closed = nil
    do throws(HTMLPosition.Refusal) {
      nodes.append(.value(path, try position.context(isRaw: isRaw)))
    } catch {
      throw Mistake(message: "{{\(path.text)}} isn't allowed here: \(error.message)")
    }
    position.passValue()
  }

  mutating func add(partial: Int) {
    closed = nil
    nodes.append(.partial(partial))
  }

  mutating func open(_ path: NibPath, inverted: Bool, offset: Int) throws(Mistake) {
    guard open.count < Self.deepest else {
      throw Mistake(message: "sections are nested more than \(Self.deepest) deep; use a partial")
    }
    try passSectionTag(path)
    var section = OpenSection(path: path, inverted: inverted, offset: offset, start: position, outer: nodes)
    if let closed, closed.path == path, closed.inverted != inverted {
      section.start = closed.start
      section.alternative = closed.end
      position = closed.start
    }
    closed = nil
    open.append(section)
    nodes = []
  }

  mutating func close(_ path: NibPath) throws(Mistake) {
    guard let section = open.popLast() else {
      throw Mistake(
        message: "{{/\(path.text)}} closes a section that is not open; remove it, or open it with {{#\(path.text)}}")
    }
    guard section.path == path else {
      throw Mistake(message: "{{/\(path.text)}} doesn't match: close the inner section with {{/\(section.path.text)}}")
    }
    try passSectionTag(path)
    // Of a section and its counterpart, one is shown: then things stand as behind either, and not as in front of both.
    guard let end = section.start.joined(position), let all = section.alternative.map(position.joined) ?? end else {
      throw Mistake(
        message:
          "the section \(path.text) ends inside a tag, a comment or a quote that it opened or closed; balance them in it"
      )
    }
    closed = ClosedSection(path: path, inverted: section.inverted, start: section.start, end: position)
    position = all
    nodes = section.outer + [.section(path, inverted: section.inverted, nodes)]
  }

  private mutating func passSectionTag(_ path: NibPath) throws(Mistake) {
    if let problem = position.passSectionTag() {
      throw Mistake(message: "{{\(path.text)}} isn't allowed here: \(problem)")
    }
  }
}
