import TablePages

/// Fifty messages, a third of them pictures: a page of mixed cells.
enum MixedCells {
  struct TextMessage: CellViewModel {
    let id: RowKey
    let author, text: String
  }

  struct ImageMessage: CellViewModel {
    let id: RowKey
    let author, picture, caption: String
    let width: Int
  }

  struct TextMessageCell: OutletCell {
    @Outlet var author: String
    @Outlet var text: String
    func configure(with message: TextMessage) {
      author = message.author
      text = message.text
    }
  }

  struct ImageMessageCell: OutletCell {
    @Outlet var author: String
    @Outlet var picture: String
    @Outlet var caption: String
    @Outlet var width: Int
    func configure(with message: ImageMessage) {
      author = message.author
      picture = message.picture
      caption = message.caption
      width = message.width
    }
  }

  static func adapters() throws -> AdapterMap {
    var adapters = AdapterMap()
    try adapters.register(TextMessageCell.self, nib: "<b>{{author}}</b><p>{{text}}</p>")
    try adapters.register(
      ImageMessageCell.self,
      nib: #"<b>{{author}}</b><img src="{{picture}}" width="{{width}}" alt="{{caption}}"><p>{{caption}}</p>"#)
    return adapters
  }

  static var page: TablePage {
    let cells = (0..<50).map { number -> any CellViewModel in
      let id = RowKey(number)
      if number % 3 == 0 {
        return ImageMessage(
          id: id, author: "Ada & Bo", picture: "/pictures/\(number).png", caption: "Picture <\(number)>", width: 320)
      }
      return TextMessage(
        id: id, author: "Tomás", text: "Message \(number): the rain gauge was 5 < 6 mm, \"wet\" & cold, when I came by."
      )
    }
    return TablePage(title: "Messages", sections: [MixedSection(cells)])
  }
}
