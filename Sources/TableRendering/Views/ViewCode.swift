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
