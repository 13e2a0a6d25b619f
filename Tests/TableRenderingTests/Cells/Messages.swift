import TableModel
import TableRendering

struct TextMessage: CellViewModel {
  var id: RowKey
  var author: String
  var text: String?
  var accessory = CellAccessory.none
  var link: String?
  var indentationLevel = 0
  var isSelected = false
  var preferredHeight: Int?
  var variant = ViewVariant.plain

  init(_ id: RowKey, _ author: String, _ text: String?) {
    self.id = id
    self.author = author
    self.text = text
  }

  enum CodingKeys: String, CodingKey { case author, text }
}

struct ImageMessage: CellViewModel {
  var id: RowKey
  var address: String
}

struct TextMessageCell: OutletCell {
  @Outlet var author: String
  @Outlet var text: String?
  static let nib = "<b>{{author}}</b>{{#text}}<p>{{text}}</p>{{/text}}"

  func configure(with message: TextMessage) {
    author = message.author
    text = message.text
  }
}

struct ImageMessageCell: TableCell {
  static var preferredHeight: Int? { 120 }

  func draw(_ message: ImageMessage, into html: inout ByteSink) {
    html.markup("<img alt=\"\" src=\"")
    html.address(message.address)
    html.markup("\">")
  }
}

extension AdapterMap {
  /// The map of the messages.
  static func messages() throws -> AdapterMap {
    var map = AdapterMap()
    try map.register(TextMessageCell.self, nib: TextMessageCell.nib)
    try map.register(CellAdapter { ImageMessageCell() })
    return map
  }
}
