package import BoundedWork

/// How many steps a piece of work on data in memory may take, each some tens of nanoseconds: comparing two values, reading one, holding a
/// character against a pattern. On a thread that serves others it may take a number of them, elsewhere as many as its time allows.
package struct WorkSteps {
  /// The work needs more than a thread that serves others may spend on it.
  package struct Overrun: Error {}

  private var rest: Int
  /// How long the work may run; `nil` on a thread that serves others.
  private let budget: WorkBudget?
  private let seconds: Double

  /// How often the clock is read.
  private static let between = 4_096

  /// A number of steps on a thread that serves others.
  package init(limit: Int) {
    rest = limit
    budget = nil
    seconds = 0
  }

  /// - Parameter seconds: what `budget` allows, named in the error.
  package init(_ budget: WorkBudget, seconds: Double) {
    rest = 0
    self.budget = budget
    self.seconds = seconds
  }

  /// Takes some steps.
  /// - Throws: `Overrun` or `TableError.timeLimitReached` where they are too many.
  package mutating func take(_ count: Int = 1) throws {
    rest -= count
    if rest < 0 { try goOn() }
  }

  private mutating func goOn() throws {
    guard let budget else { throw Overrun() }
    guard !budget.isOver else { throw TableError.timeLimitReached(seconds: seconds) }
    rest = Self.between
  }
}
