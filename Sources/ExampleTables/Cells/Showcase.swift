package import TablePages

/// Every feature of a cell at once: headers, footers, index titles, accessories, indentation, heights, links and selection.
package enum Showcase {
  /// The table.
  package static func table() throws -> MemoryTable<AnyRow> {
    try MemoryTable(
      "Cells", summary: "What a cell can be", style: .grouped,
      tableHeader: BannerViewModel(text: "This is the table's own header.", remark: "It stands on the first page."),
      tableFooter: TitleViewModel("This is the table's own footer."),
      sections: [accessories, levels, heights, drawn])
  }

  /// Its cells, headers and footers.
  package static func register(on table: inout SourceSetup) {
    table.register(FeatureCell.self, nib: FeatureCell.nib)
    table.register(CellAdapter { MeterCell() })
    table.register(BannerView.self, nib: BannerView.nib)
  }

  private static let accessories = TableSection<AnyRow>(
    header: TitleViewModel("Accessories", detail: "4"),
    footer: TitleViewModel("An accessory stands at the end of a row."),
    indexTitle: "A",
    rows: [
      FeatureViewModel(id: "plain", title: "None"),
      FeatureViewModel(
        id: "disclosure", title: "Disclosure indicator", remark: "The whole row is a link",
        accessory: .disclosureIndicator,
        link: "hello"),
      FeatureViewModel(
        id: "detail", title: "Detail button", remark: "The button alone is the link", accessory: .detailButton,
        link: "messages"),
      FeatureViewModel(id: "checkmark", title: "Checkmark", remark: "Chosen", accessory: .checkmark, isSelected: true),
    ])

  private static let levels = TableSection<AnyRow>(
    "Indentation", indexTitle: "I",
    rows: ["Stations", "Northern slope", "Station 0614", "Sensor 3"].enumerated().map { level, title in
      FeatureViewModel(id: "level-\(level)", title: title, remark: "Level \(level)", indentationLevel: level)
    })

  private static let heights = TableSection<AnyRow>(
    "Heights", footer: TitleViewModel("In CSS pixels, reserved before anything is drawn."),
    indexTitle: "H",
    rows: [44, 72, 120].map { (height: Int) in
      FeatureViewModel(id: "height-\(height)", title: "\(height) pixels", preferredHeight: height)
    })

  private static let drawn = TableSection<AnyRow>(
    header: BannerViewModel(text: "Words and figures", remark: "A header with a view of its own"), indexTitle: "W",
    rows: [
      FeatureViewModel(id: "escaped", title: "<b>Data</b> is never markup", remark: "\"&' are escaped"),
      FeatureViewModel(id: "rtl", title: "مرحبا بالعالم", remark: "Words of another direction"),
      MeterViewModel(id: "disk", title: "Disk", percent: 62),
      MeterViewModel(id: "memory", title: "Memory", percent: 18),
    ])
}
