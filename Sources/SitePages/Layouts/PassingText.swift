package import TableRendering

/// A text that is another one each time that the same page is made, such as how long that took: two pages that differ in it alone are the same.
package struct PassingText: NibOutlet {
  private let text: String

  package init(_ text: String) { self.text = text }

  package static var isPassing: Bool { true }
  package var content: SlotContent? { .text(text) }
}
