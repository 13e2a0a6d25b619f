import TableRendering

/// A link in a list of links; nibs show of it what they need.
struct LinkView: EmbeddedView, Hashable {
  var title: String
  var address: String
  var remark: String?
  var isCurrent = false
}

/// A link to the same in another format.
struct FormatView: EmbeddedView {
  let title, address: String
  var type = "application/json"
  var remark = ""
}
