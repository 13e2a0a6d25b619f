/// What stands around rows, as a value: its stored properties fill the tags of the same names in its nib.
///
/// ```swift
/// struct CountView: NibView {
///   let frame: FrameView
///   let heading: String
///   let tableAddress: String
/// }
/// let nib = try ViewNib<CountView>(Nib(source))
/// ```
package protocol NibView: NibOutlet {}

/// A view whose names count as those of the view that has it: the frame of a page, say. Nibs need not show all of them.
package protocol EmbeddedView: NibView {}

/// A type that a property of a view can have: a text, a number, markup, a view, a list of views, or one of these that may
/// be missing.
package protocol NibOutlet: Sendable {
  /// The type of the views in the value, whose names sections on it find; `nil` for what has none.
  static var view: (any NibView.Type)? { get }
  /// Whether it is another one each time that the same page is made, and no part of what the page is.
  static var isPassing: Bool { get }
  /// What tags write.
  var content: SlotContent? { get }
  /// Whether sections on the value are shown.
  var isShown: Bool { get }
  /// Whether the value is not known yet, so that `ViewNib.specialized(with:)` leaves a slot in its place.
  var isLate: Bool { get }
  /// Calls `show` for each view in the value. The pointers are valid until it returns.
  func forEachView(_ show: (UnsafeRawPointer) -> Void)
}

extension NibOutlet {
  package static var view: (any NibView.Type)? { nil }
  package static var isPassing: Bool { false }
  package var isShown: Bool { content?.isPresent ?? false }
  package var isLate: Bool { false }
  package func forEachView(_ show: (UnsafeRawPointer) -> Void) {}
}

extension NibView {
  package static var view: (any NibView.Type)? { Self.self }
  package var content: SlotContent? { nil }
  package var isShown: Bool { true }
  package func forEachView(_ show: (UnsafeRawPointer) -> Void) { withUnsafePointer(to: self) { show($0) } }
}

extension SlotValue where Self: NibOutlet { package var content: SlotContent? { slotContent } }
extension String: NibOutlet {}
extension Int: NibOutlet {}
extension Bool: NibOutlet {}
extension HTML: NibOutlet {}

extension Optional: NibOutlet where Wrapped: NibOutlet {
  package static var view: (any NibView.Type)? { Wrapped.view }
  package static var isPassing: Bool { Wrapped.isPassing }
  package var content: SlotContent? {
    // A key path in generic code is made anew each time.
    flatMap { $0.content }
  }
  package var isShown: Bool { self?.isShown ?? false }
  package var isLate: Bool { self?.isLate ?? false }
  package func forEachView(_ show: (UnsafeRawPointer) -> Void) { self?.forEachView(show) }
}

extension Array: NibOutlet where Element: NibView {
  package static var view: (any NibView.Type)? { Element.self }
  package var content: SlotContent? { nil }
  package var isShown: Bool { !isEmpty }
  package func forEachView(_ show: (UnsafeRawPointer) -> Void) {
    // By bytes: in generic code each pointer to an element would ask for the description of its own type first.
    withUnsafeBytes { views in
      guard var place = views.baseAddress else { return }
      for _ in 0..<count {
        show(place)
        place += MemoryLayout<Element>.stride
      }
    }
  }
}

/// A value of a view that is known already, or only when the page is drawn.
package enum Late<Value: NibOutlet>: NibOutlet {
  case known(Value)
  case late

  package static var isPassing: Bool { Value.isPassing }
  package var content: SlotContent? { if case .known(let value) = self { value.content } else { nil } }
  package var isLate: Bool { if case .late = self { true } else { false } }
}
