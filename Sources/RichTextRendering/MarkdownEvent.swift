/// A step through a text in Markdown, from its start to its end.
enum MarkdownEvent: Equatable {
  /// What has other parts within it; each is ended once.
  enum Container: Equatable {
    /// In a tight list, an item's paragraph is shown as a line.
    case paragraph(isTight: Bool)
    /// Level 1 is the highest of six.
    case heading(level: Int)
    case quote
    /// `start` is the first number of a numbered list.
    case list(start: Int?)
    case item
    /// An item of a list of tasks.
    case task(isDone: Bool)
    case table([Alignment])
    case row(isHeader: Bool)
    case cell
    case emphasis, strong, strikethrough
    /// The address is as the source has it, allowed or not.
    case link(String)
    case image(String)
    /// The document itself, and what has no formatting of its own.
    case other
  }

  enum Alignment: Equatable { case start, center, end }

  case begin(Container)
  case end
  case text(String)
  case code(String)
  case codeBlock(String)
  /// HTML as the source has it.
  case html(String)
  case softBreak, lineBreak, rule
}
