internal import CCMarkGFM
internal import Synchronization

/// A text in Markdown, as cmark-gfm understands it (https://github.github.com/gfm/), read from start to end.
///
/// This is the one place that calls the library. The pointers are right because the value is not copyable, both belong to it alone and are
/// freed by its `deinit`, the iterator before the tree that it walks; every text that the library hands out belongs to the tree, and is copied
/// before the next step.
struct MarkdownTree: ~Copyable {
  private let root: OpaquePointer
  private let iterator: OpaquePointer

  /// The cells of tables together. A row that lacks cells gets them, so that without a limit sixteen kilobytes could become two gigabytes.
  private static let maximumCells = 10_000

  /// While a text is parsed, the library's tables of special characters belong to its extensions: one text at a time.
  private static let library = Mutex(())

  /// Parses a text. The time is linear for usual texts; some need time by the square of their length, and memory by that of their addresses,
  /// so it must be short.
  init?(_ source: String) {
    let hasTables = Self.hasBoundedTables(source)
    guard let root = Self.library.withLock({ _ in Self.parse(source, hasTables: hasTables) }) else { return nil }
    guard let iterator = cmark_iter_new(root) else {
      cmark_node_free(root)
      return nil
    }
    self.root = root
    self.iterator = iterator
  }

  deinit {
    cmark_iter_free(iterator)
    cmark_node_free(root)
  }

  private static func parse(_ source: String, hasTables: Bool) -> OpaquePointer? {
    cmark_gfm_core_extensions_ensure_registered()
    guard let parser = markdown_new_parser() else { return nil }
    defer { cmark_parser_free(parser) }
    for name in ["strikethrough", "autolink", "tasklist"] + (hasTables ? ["table"] : []) {
      cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(name))
    }
    var source = source
    source.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) { cmark_parser_feed(parser, $0.baseAddress, $0.count) }
    }
    return cmark_parser_finish(parser)
  }

  /// Whether tables in a text stay small, had each as many columns as its longest line and as many rows as it has lines.
  private static func hasBoundedTables(_ source: String) -> Bool {
    var (lines, columns, mostColumns) = (1, 1, 1)
    for byte in source.utf8 {
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): (lines, columns) = (lines + 1, 1)
      case UInt8(ascii: "|"): columns += 1
      default: continue
      }
      mostColumns = max(mostColumns, columns)
    }
    return lines * mostColumns <= maximumCells
  }

  // MARK: Events

  /// The next step; `nil` behind the last.
  mutating func next() -> MarkdownEvent? {
    switch cmark_iter_next(iterator) {
    case CMARK_EVENT_ENTER: cmark_iter_get_node(iterator).map(Self.event(entering:))
    case CMARK_EVENT_EXIT: .end
    default: nil
    }
  }

  private static func event(entering node: OpaquePointer) -> MarkdownEvent {
    switch type(of: node) {
    case "text": .text(literal(of: node))
    case "code": .code(literal(of: node))
    case "code_block": .codeBlock(literal(of: node))
    case "html_block", "html_inline": .html(literal(of: node))
    case "softbreak": .softBreak
    case "linebreak": .lineBreak
    case "thematic_break": .rule
    case let type: .begin(container(type, node))
    }
  }

  private static func container(_ type: String, _ node: OpaquePointer) -> MarkdownEvent.Container {
    switch type {
    case "paragraph":
      .paragraph(isTight: cmark_node_get_list_tight(cmark_node_parent(cmark_node_parent(node))) != 0)
    case "heading": .heading(level: Int(cmark_node_get_heading_level(node)))
    case "block_quote": .quote
    case "list":
      .list(start: cmark_node_get_list_type(node) == CMARK_ORDERED_LIST ? Int(cmark_node_get_list_start(node)) : nil)
    case "item": .item
    case "tasklist": .task(isDone: cmark_gfm_extensions_get_tasklist_item_checked(node))
    case "table": .table(alignments(of: node))
    case "table_header": .row(isHeader: true)
    case "table_row": .row(isHeader: false)
    case "table_cell": .cell
    case "emph": .emphasis
    case "strong": .strong
    case "strikethrough": .strikethrough
    case "link": .link(address(of: node))
    case "image": .image(address(of: node))
    default: .other
    }
  }

  private static func type(of node: OpaquePointer) -> String {
    cmark_node_get_type_string(node).map { String(cString: $0) } ?? ""
  }

  private static func literal(of node: OpaquePointer) -> String {
    cmark_node_get_literal(node).map { String(cString: $0) } ?? ""
  }

  private static func address(of node: OpaquePointer) -> String {
    cmark_node_get_url(node).map { String(cString: $0) } ?? ""
  }

  /// The library keeps as many letters as there are columns.
  private static func alignments(of table: OpaquePointer) -> [MarkdownEvent.Alignment] {
    let columns = Int(cmark_gfm_extensions_get_table_columns(table))
    guard let letters = cmark_gfm_extensions_get_table_alignments(table) else { return [] }
    return (0..<columns).map { column in
      switch letters[column] {
      case UInt8(ascii: "c"): .center
      case UInt8(ascii: "r"): .end
      default: .start
      }
    }
  }
}
