/// A type that can fill a slot of a nib.
public protocol SlotValue: Sendable {
  /// What the slot shows; `nil` shows nothing and hides the sections that hang on the slot.
  var slotContent: SlotContent? { get }
  /// The value that was put into a slot; the type's empty value if the slot is empty.
  init(slotContent: SlotContent?)
}

extension String: SlotValue {
  /// The text itself.
  @inlinable public var slotContent: SlotContent? { .text(self) }
  /// The text of a slot.
  public init(slotContent: SlotContent?) { if case .text(let text) = slotContent { self = text } else { self = "" } }
}

extension SlotValue where Self: FixedWidthInteger {
  /// The number itself.
  @inlinable public var slotContent: SlotContent? { .integer(Int64(truncatingIfNeeded: self)) }
  /// The number of a slot.
  public init(slotContent: SlotContent?) {
    if case .integer(let number) = slotContent { self.init(truncatingIfNeeded: number) } else { self = 0 }
  }
}

extension Int: SlotValue {}
extension Int64: SlotValue {}

extension Double: SlotValue {
  /// The number itself.
  @inlinable public var slotContent: SlotContent? { .real(self) }
  /// The number of a slot.
  public init(slotContent: SlotContent?) { if case .real(let number) = slotContent { self = number } else { self = 0 } }
}

extension Bool: SlotValue {
  /// The value itself; `false` hides sections.
  @inlinable public var slotContent: SlotContent? { .boolean(self) }
  /// The value of a slot.
  public init(slotContent: SlotContent?) { self = slotContent == .boolean(true) }
}

extension HTML: SlotValue {
  /// The markup itself.
  public var slotContent: SlotContent? { .html(self) }
  /// The markup of a slot.
  public init(slotContent: SlotContent?) { if case .html(let html) = slotContent { self = html } else { self = "" } }
}

extension Optional: SlotValue where Wrapped: SlotValue {
  /// The value's own, or nothing.
  public var slotContent: SlotContent? { flatMap { $0.slotContent } }
  /// The value of a slot; `nil` if it is empty.
  public init(slotContent: SlotContent?) { self = slotContent.map { Wrapped(slotContent: $0) } }
}
