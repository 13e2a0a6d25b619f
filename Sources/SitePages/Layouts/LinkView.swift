import TableRendering

/// A link in a list of links; nibs show of it what they need.
package struct LinkView: EmbeddedView, Hashable {
  package var title: String
  package var address: String
  package var remark: String?
  package var isCurrent = false

  package init(title: String, address: String, remark: String? = nil, isCurrent: Bool = false) {
    self.title = title
    self.address = address
    self.remark = remark
    self.isCurrent = isCurrent
  }
}

/// A link to the same in another format.
package struct FormatView: EmbeddedView {
  package let title, address: String
  package var type = "application/json"
  package var remark = ""

  package init(title: String, address: String, type: String = "application/json", remark: String = "") {
    self.title = title
    self.address = address
    self.type = type
    self.remark = remark
  }
}
