/// A nib whose tags have found the properties that fill them.
struct ViewCode: Sendable {
  /// The literals, one behind the other; at the end as many bytes more as are copied at a time.
  private(set) var literals: [UInt8] = []
  private(set) var steps: [ViewStep] = []
  private(set) var paths: [ViewPath] = []
  private(set) var slots: [NibPath] = []
  private var runStart = 0

  mutating func add(literal bytes: [UInt8]) { literals += bytes }

  mutating func add(_ action: ViewStep.Action, _ path: ViewPath) {
    add(action, path: paths.count)
    paths.append(path)
  }

  private mutating func add(_ action: ViewStep.Action, path: Int) {
    steps.append(ViewStep(literal: runStart..<literals.count, path: path, action: action))
    runStart = literals.count
  }

  mutating func add(slot: NibPath) -> Int {
    slots.append(slot)
    return slots.count - 1
  }

  /// Ends the section that was opened by a step.
  mutating func close(inverted: Bool, openedAt step: Int) {
    add(.end, path: 0)
    steps[step].action = .section(inverted: inverted, next: steps.count)
  }

  /// Ends the nib.
  mutating func end() {
    add(.end, path: 0)
    literals += repeatElement(0, count: NibCode.slack)
  }

  /// Hands `body` what fills the nib. Its pointers into the nib are valid until `body` returns.
  func withWriter<Result>(
    leavesSlots: Bool, into html: inout ByteSink, _ body: (inout ViewWriter) -> Result
  ) -> Result {
    steps.withUnsafeBufferPointer { steps in
      literals.withUnsafeBufferPointer { literals in
        paths.withUnsafeBufferPointer { paths in
          var writer = ViewWriter(steps, paths, literals, slots: slots, leavesSlots: leavesSlots, into: html)
          let result = body(&writer)
          html = writer.finish()
          return result
        }
      }
    }
  }
}
