/// From the source of a nib and its partials to a tree whose tags know how they are written.
struct NibCompiler {
  /// A partial is compiled once for each indentation and place in the HTML that it is shown at.
  private struct PartialKey: Hashable {
    var name: String
    var indentation: [UInt8]
    var position: HTMLPosition
  }

  /// More would be a partial that shows itself, each time further indented.
  private static let deepestNesting = 32

  private let sources: [String: String]
  private var known: [PartialKey: (index: Int, end: HTMLPosition?)] = [:]
  private var depth = 0
  private(set) var partials: [[NibNode]] = []
  /// Where each name first stands.
  private(set) var places: [String: NibTagPlace] = [:]

  init(partials: [String: String]) { sources = partials }

  /// The tree of one source. `position` is where the source starts, and afterwards where it ends.
  mutating func compile(
    _ source: [UInt8], named nib: String, indentation: Int = 0, position: inout HTMLPosition
  ) throws(NibError) -> [NibNode] {
    let place = NibPlace(nib: nib, source: source, indentation: indentation)
    let tokens: [NibToken]
    do { tokens = try NibLexer.tokens(of: source) } catch { throw place.error(error.offset, error.message) }
    var builder = NibTreeBuilder(position: position)
    for token in tokens {
      do {
        try add(token, to: &builder)
        if token.kind.isNamed, places[token.name] == nil {
          let (line, column) = place.position(of: token.offset)
          places[token.name] = NibTagPlace(nib: nib, line: line, column: column)
        }
      } catch let error as NibTreeBuilder.Mistake {
        throw place.error(token.offset + error.offset, error.message)
      } catch let error as NibError {
        throw error
      } catch {
        throw place.error(token.offset, "invalid tag")
      }
    }
    if let open = builder.unclosed {
      throw place.error(open.offset, "this section is not closed: add {{/\(open.path.text)}}")
    }
    position = builder.position
    return builder.nodes
  }

  private mutating func add(_ token: NibToken, to builder: inout NibTreeBuilder) throws {
    switch token.kind {
    case .literal: try builder.add(literal: token.bytes)
    case .value(let isRaw): try builder.add(value: try path(token), isRaw: isRaw)
    case .section(let inverted): try builder.open(try path(token), inverted: inverted, offset: token.offset)
    case .end: try builder.close(try path(token))
    case .partial(let indentation): try addPartial(token.name, indentation, to: &builder)
    }
  }

  private func path(_ token: NibToken) throws -> NibPath {
    guard !token.bytes.isEmpty else { throw NibTreeBuilder.Mistake(message: "this tag has no name") }
    guard token.bytes.first != UInt8(ascii: "<"), token.bytes.first != UInt8(ascii: "$") else {
      throw NibTreeBuilder.Mistake(message: "blocks and parents are not supported; use a partial: {{> name}}")
    }
    guard let path = NibPath(token.name) else {
      throw NibTreeBuilder.Mistake(message: "\(token.name) has an empty part; a dotted name is written as {{a.b}}")
    }
    return path
  }

  private mutating func addPartial(_ name: String, _ indentation: [UInt8], to builder: inout NibTreeBuilder) throws {
    guard let source = sources[name] else {
      let names = sources.keys.sorted().joined(separator: ", ")
      throw NibTreeBuilder.Mistake(
        message: "unknown partial \(name); " + (names.isEmpty ? "there are none" : "use one of: " + names))
    }
    let key = PartialKey(name: name, indentation: indentation, position: builder.position)
    if let known = known[key] {
      // A partial that is still being compiled shows itself: it ends where it starts, or is refused below.
      if let end = known.end { builder.position = end }
      return builder.add(partial: known.index)
    }
    guard depth < Self.deepestNesting else {
      throw NibTreeBuilder.Mistake(
        message: "partials are nested more than \(Self.deepestNesting) deep; \(name) includes itself")
    }
    depth += 1
    defer { depth -= 1 }
    let index = partials.count
    partials.append([])
    known[key] = (index, nil)
    var position = builder.position
    let lines = NibPlace.indented(Array(source.utf8), by: indentation)
    partials[index] = try compile(lines, named: name, indentation: indentation.count, position: &position)
    guard let end = builder.position.joined(position) else {
      throw NibTreeBuilder.Mistake(
        message: "the partial \(name) ends inside a tag, a comment or a quote that it opened; close it there")
    }
    known[key] = (index, end)
    builder.position = end
    builder.add(partial: index)
  }
}
