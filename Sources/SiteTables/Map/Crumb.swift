/// A step of the way to a page.
package struct Crumb: Sendable {
  package var title: String
  package var address: String?

  package init(title: String, address: String? = nil) {
    self.title = title
    self.address = address
  }
}
