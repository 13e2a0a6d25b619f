import TablePages

/// A message with a picture.
struct ImageMessage: CellViewModel {
  var id: RowKey
  var author: String
  /// The day and time, as `2025-10-13T16:02`.
  var sent: String
  var text: String
  var picture: Picture
  var caption: String
  var indentationLevel = 0
  var isSelected = false
}

/// A picture of the examples, and what it takes on the page in CSS pixels.
struct Picture: Sendable, Encodable {
  var address: String
  var width: Int
  var height: Int
  var alt: String

  init(_ file: String, width: Int, height: Int, alt: String) {
    address = pictureFolder + file
    self.width = width
    self.height = height
    self.alt = alt
  }
}

/// Draws a message with a picture.
struct ImageMessageCell: OutletCell {
  static let nib = """
    <span class="avatar" aria-hidden="true">{{initials}}</span>\
    <div class="cell-text"><b>{{author}}</b> <time class="muted" datetime="{{sent}}">{{clock}}</time><p>{{text}}</p>\
    <figure class="picture"><img src="{{address}}" width="{{width}}" height="{{height}}" alt="{{alt}}" loading="lazy">\
    <figcaption>{{caption}}</figcaption></figure></div>
    """

  @Outlet var initials: String
  @Outlet var author: String
  @Outlet var sent: String
  @Outlet var clock: String
  @Outlet var text: String
  @Outlet var address: String
  @Outlet var width: Int
  @Outlet var height: Int
  @Outlet var alt: String
  @Outlet var caption: String

  func configure(with message: ImageMessage) {
    initials = String.initials(of: message.author)
    author = message.author
    sent = message.sent
    clock = message.sent.clock
    text = message.text
    address = message.picture.address
    width = message.picture.width
    height = message.picture.height
    alt = message.picture.alt
    caption = message.caption
  }
}
