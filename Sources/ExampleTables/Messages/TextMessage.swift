import TablePages

/// A message that is text.
struct TextMessage: CellViewModel {
  var id: RowKey
  var author: String
  /// The day and time, as `2025-10-13T16:02`.
  var sent: String
  var text: String
  /// Replies that nobody has read yet.
  var unread: Int?
  var indentationLevel = 0
}

/// Draws a message that is text.
struct TextMessageCell: OutletCell {
  static let nib = """
    <span class="avatar" aria-hidden="true">{{initials}}</span>\
    <div class="cell-text"><b>{{author}}</b> <time class="muted" datetime="{{sent}}">{{clock}}</time><p>{{text}}</p></div>\
    {{#unread}}<span class="accessory"><span class="badge">{{unread}}<span class="visually-hidden"> unread</span></span></span>{{/unread}}
    """

  @Outlet var initials: String
  @Outlet var author: String
  @Outlet var sent: String
  @Outlet var clock: String
  @Outlet var text: String
  @Outlet var unread: Int?

  func configure(with message: TextMessage) {
    initials = String.initials(of: message.author)
    author = message.author
    sent = message.sent
    clock = message.sent.clock
    text = message.text
    unread = message.unread
  }
}
