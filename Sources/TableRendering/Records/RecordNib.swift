import TableModel

/// Makes the nib of a table's rows from its columns.
///
/// It is put together from parts and not from a source, since a column may be named anything, `{{` included.
struct RecordNib: ~Copyable {
  private var steps: [NibStep] = []
  private var literal = LiteralCollector()
  private var slotNames: [String] = []
  private var hasOwnTitle = false
  /// What stands behind the title of a row that nothing names.
  private static let unnamed: StaticString =
    " <small class=\"null\">no page: part of its key is null, or it is too long for a URL</small>"

  /// The nib of one row, and what its slots show.
  static func make(
    _ columns: RecordColumns, links: RecordLinks, isAnchored: Bool, isTree: Bool = false, moving: Int? = nil,
    tools: RecordTools? = nil, own: [Int: RecordCell] = [:]
  ) -> (nib: Nib, slots: [RecordSlot]) {
    var parts = RecordNib()
    // Where no link to its page is around it, a row's title may be drawn as its owner wants.
    parts.hasOwnTitle = columns.schema.keyFields.isEmpty && columns.order.first.map { own[$0] != nil } ?? false
    let slots = parts.build(columns, links, isAnchored || moving != nil || tools != nil, isTree, moving, tools)
    let nib = Nib(
      name: "row of \(columns.schema.table)", slotNames: parts.slotNames, isRecursive: false,
      code: NibCode(parts.literal.bytes, parts.steps), nodes: [], partials: [])
    return (nib, slots)
  }

  private mutating func build(
    _ columns: RecordColumns, _ links: RecordLinks, _ isAnchored: Bool, _ isTree: Bool, _ moving: Int?,
    _ tools: RecordTools?
  ) -> [RecordSlot] {
    let isNamed = !columns.schema.keyFields.isEmpty
    var slots: [RecordSlot] = []
    var pending: [(inout ByteSink) -> Void] = []

    func name(_ slot: RecordSlot) -> String {
      switch slot {
      case .key: "key"
      case .address: "address"
      case .chosen: "chosen"
      case .level: "level"
      case .title(let column), .value(let column), .plain(let column), .derived(let column, _):
        columns.schema.columns[column].name
      }
    }
    func show(_ slot: RecordSlot, _ action: (Int32) -> NibStep.Action) {
      let position = slots.firstIndex(of: slot) ?? slots.count
      if position == slots.count {
        slots.append(slot)
        slotNames.append(name(slot))
      }
      finish(&pending, action(Int32(position)))
    }
    /// What only rows have that something names, or only those that nothing does.
    func show(where isNamed: Bool, _ parts: () -> Void) {
      guard columns.schema.mayHaveUnnamedRows else {
        if isNamed { parts() }
        return
      }
      show(.key) { .skipUnless($0, wanted: isNamed, next: 0) }
      let condition = steps.count - 1
      parts()
      finish(&pending, .proceed)
      guard case .skipUnless(let slot, let wanted, _) = steps[condition].action else { return }
      steps[condition].action = .skipUnless(slot, wanted: wanted, next: Int32(steps.count))
    }

    pending.append { $0.markup("<tr") }
    if isNamed, isAnchored {
      show(where: true) {
        pending.append { $0.markup(" id=\"row-") }
        show(.key) { .marked($0, .text, mark: 0) }
        pending.append { $0.markup(moving == nil ? "\"" : "\" class=\"row row-movable\"") }
      }
    }
    pending.append { $0.markup(">") }
    if isNamed, let tools {
      pending.append { $0.markup("<td class=\"choose-cell\">") }
      show(where: true) {
        pending.append { html in
          html.markup("<input type=\"checkbox\" name=\"_selected\" form=\"")
          html.text(tools.form)
          html.markup("\" aria-label=\"Select row ")
        }
        show(.key) { .again($0, .text, mark: 0) }
        pending.append { $0.markup("\" value=\"") }
        show(.key) { .again($0, .text, mark: 0) }
        pending.append { $0.markup("\"") }
        show(.chosen) { .slot($0, .markup) }
        pending.append { html in
          html.markup("><a class=\"change-link\" href=\"")
          html.address(links.table)
          html.markup("/")
        }
        show(.key) { .again($0, .text, mark: 0) }
        pending.append { html in
          html.address(tools.editSuffix)
          html.markup("\" aria-label=\"Edit row ")
        }
        show(.key) { .again($0, .text, mark: 0) }
        pending.append { html in
          html.markup("\"><svg class=\"icon\" aria-hidden=\"true\"><use href=\"")
          html.address(links.sprite)
          html.markup("#edit\"/></svg></a>")
        }
      }
      pending.append { $0.markup("</td>") }
    }
    for (place, column) in columns.order.enumerated() {
      pending.append { Self.open(column, isTitle: place == 0, columns, into: &$0) }
      if place == 0, isTree { show(.level) { .slot($0, .markup) } }
      if place == 0, isNamed {
        show(where: true) {
          pending.append { html in
            html.markup("<a href=\"")
            html.address(links.table)
            html.markup("/")
          }
          show(.key) { isAnchored ? .again($0, .text, mark: 0) : .marked($0, .text, mark: 0) }
          pending.append { $0.markup("\">") }
        }
      }
      show(place == 0 && !hasOwnTitle ? .title(column) : .value(column)) { .slot($0, .markup) }
      // The ends of cells may be left out where another follows, or the row's end (HTML, section 13.1.2.4).
      guard place == 0, isNamed else { continue }
      show(where: true) { pending.append { $0.markup("</a>") } }
      show(where: false) { pending.append { $0.markup(Self.unnamed) } }
    }
    if let moving, isNamed {
      pending.append { $0.markup("<td class=\"row-move\">") }
      show(where: true) {
        for (name, icon, title) in [("up", "asc", "Move up"), ("down", "desc", "Move down")] {
          pending.append { html in
            html.markup("<button class=\"row-button\" form=\"move\" name=\"")
            html.text(name)
            html.markup("\" value=\"")
          }
          show(.key) { .again($0, .text, mark: 0) }
          pending.append { $0.markup(";") }
          show(.plain(moving)) { .slot($0, .text) }
          pending.append { html in
            html.markup("\"><svg class=\"icon\" aria-hidden=\"true\"><use href=\"")
            html.address(links.sprite)
            html.markup("#")
            html.text(icon)
            html.markup("\"/></svg><span class=\"visually-hidden\">")
            html.text(title)
            html.markup(": ")
          }
          if let title = columns.order.first { show(.plain(title)) { .slot($0, .text) } }
          pending.append { $0.markup("</span></button>") }
        }
      }
    }
    pending.append { $0.markup("</tr>\n") }
    finish(&pending, .proceed)
    return slots
  }

  /// Makes the literals that have come together the run before an action.
  private mutating func finish(_ pending: inout [(inout ByteSink) -> Void], _ action: NibStep.Action) {
    let run = literal.add { html in for write in pending { write(&html) } }
    pending = []
    steps.append(NibStep(literal: Int(run.start)..<Int(run.start + run.count), action: action))
  }

  private static func open(
    _ column: Int, isTitle: Bool, _ columns: RecordColumns, into html: inout ByteSink
  ) {
    html.markup(isTitle ? "<th scope=\"row\"" : "<td")
    if let alignment = columns.alignmentClass(of: column) {
      html.markup(" class=\"")
      html.text(alignment)
      html.markup("\"")
    }
    html.markup(">")
  }
}
