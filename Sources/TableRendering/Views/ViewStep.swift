/// A run of a nib's literals, and what follows it. Nothing in it is counted by references, so that a page walks the steps without taking any.
struct ViewStep: Sendable {
  enum Action: Sendable {
    /// The end of a section, or of the nib.
    case end
    case value(ViewPath, NibContext)
    /// The steps behind it, up to their `end`, hang on the value; the nib goes on at `next`.
    case section(ViewPath, inverted: Bool, next: Int)
  }

  let literal: Range<Int>
  var action: Action
}

/// A property of one of the views around a tag.
struct ViewPath: Sendable {
  /// The types that most properties have are read where they lie; what another's value shows is asked of its type.
  enum Kind: Sendable {
    case text, optionalText, markup, flag
    /// One view, always there.
    case view
    /// A list of views, or one that may be missing.
    case views
    case other
  }

  /// How many sections of views stand around the one that has it.
  let depth: Int
  /// From the start of that view.
  let offset: Int
  let type: any NibOutlet.Type
  let kind: Kind
  /// What is left in its place if it is late: a place in `ViewCode.slots`.
  let slot: Int

  init(_ outlet: ViewOutlet, depth: Int, slot: Int) {
    (self.depth, offset, type, self.slot) = (depth, outlet.offset, outlet.type, slot)
    kind =
      switch type {
      case is String.Type: .text
      case is String?.Type: .optionalText
      case is HTML.Type: .markup
      case is Bool.Type: .flag
      case is any NibView.Type: .view
      default: type.view == nil ? .other : .views
      }
  }
}

/// A nib whose tags have found the properties that fill them.
struct ViewCode: Sendable {
  private(set) var literals: [UInt8] = []
  private(set) var steps: [ViewStep] = []
  private(set) var slots: [NibPath] = []
  private var runStart = 0

  mutating func add(literal bytes: [UInt8]) { literals += bytes }

  mutating func add(_ action: ViewStep.Action) {
    steps.append(ViewStep(literal: runStart..<literals.count, action: action))
    runStart = literals.count
  }

  mutating func add(slot: NibPath) -> Int {
    slots.append(slot)
    return slots.count - 1
  }

  /// Ends the section that was opened by a step.
  mutating func close(_ path: ViewPath, inverted: Bool, openedAt step: Int) {
    add(.end)
    steps[step].action = .section(path, inverted: inverted, next: steps.count)
  }

  /// Hands `body` what fills the nib. Its pointers into the nib are valid until `body` returns.
  func withWriter<Result>(
    leavesSlots: Bool, into html: inout ByteSink, _ body: (inout ViewWriter) -> Result
  ) -> Result {
    steps.withUnsafeBufferPointer { steps in
      literals.withUnsafeBufferPointer { literals in
        var writer = ViewWriter(steps, literals, slots: slots, leavesSlots: leavesSlots, into: html)
        let result = body(&writer)
        html = writer.finish()
        return result
      }
    }
  }
}
