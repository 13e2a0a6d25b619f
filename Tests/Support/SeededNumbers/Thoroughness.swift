import Foundation

/// How much of what takes long a run of the tests does: what has to hold for any data is held against some on every run, and against more of them
/// where `TEST_ROUNDS` is `all`, as it is in `Tests/run all` and in continuous integration.
public enum Thoroughness {
  /// Whether everything is done.
  public static let isFull = ProcessInfo.processInfo.environment["TEST_ROUNDS"] == "all"

  /// The first of these, or all.
  public static func some<Case>(_ all: [Case], quickly count: Int = 1) -> [Case] {
    isFull ? all : Array(all.prefix(count))
  }

  /// How often something is done.
  public static func rounds(_ all: Int, quickly few: Int) -> Int { isFull ? all : few }
}
