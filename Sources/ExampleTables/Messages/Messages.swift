package import TablePages

/// A channel of messages: texts and images, in sections by day, replies indented.
///
/// Another kind of message is one view model, one cell and one `register` line; nothing here changes for it.
package enum Messages {
  /// The table.
  package static func table() throws -> MemoryTable<AnyRow> {
    try MemoryTable(
      "Station 0614", summary: "8 messages by 3 people",
      sections: [
        TableSection(
          header: TitleViewModel("Monday 13 October", detail: "3 messages"),
          footer: TitleViewModel("3 messages, 1 image"),
          rows: monday),
        TableSection(
          header: TitleViewModel("Tuesday 14 October", detail: "5 messages"),
          footer: TitleViewModel("5 messages, 1 image"),
          rows: tuesday),
      ])
  }

  /// Its cells.
  package static func register(on table: inout SourceSetup) {
    table.register(TextMessageCell.self, nib: TextMessageCell.nib)
    table.register(ImageMessageCell.self, nib: ImageMessageCell.nib)
  }

  private static let monday: [any CellViewModel] = [
    ImageMessage(
      id: 1, author: "Ada Okafor", sent: "2025-10-13T16:02",
      text: "Station 0614 is up. The first full day of readings is in.",
      picture: Picture("station.svg", width: 360, height: 203, alt: "A white instrument shelter on a mast in a field"),
      caption: "mast-0614.jpg, 412 kB"),
    TextMessage(
      id: 2, author: "Tomas Lind", sent: "2025-10-13T16:20", text: "Looks level. Who keeps the calibration sheet?"),
    TextMessage(id: 3, author: "Ines Duarte", sent: "2025-10-13T17:05", text: "I do. It is row 88 of Calibration."),
  ]

  private static let tuesday: [any CellViewModel] = [
    ImageMessage(
      id: 4, author: "Ada Okafor", sent: "2025-10-14T09:10",
      text: "Overnight minimum was −6.3 °C, two gaps between 03:00 and 05:00.",
      picture: Picture(
        "chart.svg", width: 360, height: 130,
        alt: "Line chart: temperature falls from 4 to minus 6 degrees overnight and rises again"),
      caption: "night-0614.png, 38 kB", isSelected: true),
    TextMessage(
      id: 5, author: "Ada Okafor", sent: "2025-10-14T09:12",
      text: "Sensor 3 drops out below −5 °C. Could you look at the cable?", indentationLevel: 1),
    TextMessage(
      id: 6, author: "Ines Duarte", sent: "2025-10-14T09:15", text: "On it. It is the one we spliced in March.",
      indentationLevel: 1),
    TextMessage(
      id: 7, author: "Ines Duarte", sent: "2025-10-14T09:41",
      text: "The cable was the cause. Readings since 09:20 are good.", indentationLevel: 2),
    TextMessage(
      id: 8, author: "Tomas Lind", sent: "2025-10-14T10:30",
      text: "Filled the gaps from station 0611 and marked them as estimated.", unread: 3),
  ]
}
