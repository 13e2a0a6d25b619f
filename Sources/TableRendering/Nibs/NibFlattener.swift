/// From the tree of a nib to the steps that fill it from flat names.
struct NibFlattener {
  private let partials: [[NibNode]]
  private var literals: [UInt8] = []
  private var steps: [NibStep] = []
  private(set) var slotNames: [String] = []
  private var runStart = 0
  private var showing: Set<Int> = []
  /// A partial shows itself, which flat names can't end.
  private(set) var isRecursive = false

  init(_ nodes: [NibNode], partials: [[NibNode]]) {
    self.partials = partials
    add(nodes)
    emit(.end)
    markRepeats()
  }

  /// The steps; none if the nib is recursive.
  var code: NibCode { isRecursive ? NibCode([], []) : NibCode(literals, steps) }

  private mutating func add(_ nodes: [NibNode]) {
    for node in nodes {
      switch node {
      case .literal(let bytes): literals += bytes
      case .value(let path, let context): emit(.slot(slot(path), context))
      case .section(let path, let inverted, let children):
        let skip = steps.count
        emit(.skipUnless(slot(path), wanted: !inverted, next: 0))
        add(children)
        // The run up to here belongs inside the section, so it needs a step of its own to jump over.
        if literals.count > runStart { emit(.proceed) }
        steps[skip].action = .skipUnless(slot(path), wanted: !inverted, next: Int32(steps.count))
      case .partial(let index):
        if showing.insert(index).inserted {
          add(partials[index])
          showing.remove(index)
        } else {
          isRecursive = true
        }
      }
    }
  }

  /// A value shown twice in one context, or as an address and then as text, is written once.
  /// Sections are safe: what was skipped left no mark, and an empty mark means "write it".
  private mutating func markRepeats() {
    var firsts: [Int32: Int] = [:]
    var marks: Int32 = 0
    for at in steps.indices {
      guard case .slot(let slot, let context) = steps[at].action, context != .markup else { continue }
      guard let first = firsts[slot] else {
        firsts[slot] = at
        continue
      }
      switch steps[first].action {
      case .slot(_, let firstContext)
      where marks < NibMarks.limit && (firstContext == context || firstContext == .address):
        steps[first].action = .marked(slot, firstContext, mark: marks)
        steps[at].action = .again(slot, context, mark: marks)
        marks += 1
      case .marked(_, let firstContext, let mark) where firstContext == context || firstContext == .address:
        steps[at].action = .again(slot, context, mark: mark)
      default: continue
      }
    }
  }

  private mutating func slot(_ path: NibPath) -> Int32 {
    if let known = slotNames.firstIndex(of: path.text) { return Int32(known) }
    slotNames.append(path.text)
    return Int32(slotNames.count - 1)
  }

  private mutating func emit(_ action: NibStep.Action) {
    steps.append(NibStep(literal: runStart..<literals.count, action: action))
    runStart = literals.count
  }
}
