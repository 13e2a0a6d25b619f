import TablePages

/// How full something is.
struct MeterViewModel: CellViewModel {
  var id: RowKey
  var title: String
  var percent: Int
}

/// A cell without a nib: it writes its own HTML. Data goes in as `text`, which is escaped; `markup` takes literals alone.
struct MeterCell: TableCell {
  func draw(_ meter: MeterViewModel, into html: inout ByteSink) {
    html.markup("<span class=\"cell-text\">")
    html.text(meter.title)
    html.markup("</span><span class=\"accessory\"><meter max=\"100\" value=\"")
    html.text(meter.percent)
    html.markup("\" aria-label=\"")
    html.text(meter.title)
    html.markup("\"></meter> ")
    html.text(meter.percent)
    html.markup(" %</span>")
  }
}
