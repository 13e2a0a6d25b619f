import Glibc

/// Takes the time and counts the allocations of a piece of work.
struct Measurement {
  private(set) var microseconds: Double
  /// `nil` where the counter isn't loaded.
  private(set) var allocations: Double?

  /// The best of some rounds, for one run of the work: what is slower was disturbed.
  init(rounds: Int = 9, runs: Int = 1000, _ work: () async throws -> Void) async rethrows {
    self = Self()
    for _ in 0..<rounds { try await add(runs, work) }
  }

  /// The best of some rounds for each of several pieces of work, which take turns: what disturbs one of them disturbs all.
  static func inTurns(rounds: Int = 31, runs: Int = 300, _ works: [() async throws -> Void]) async throws -> [Self] {
    var measurements = works.map { _ in Self() }
    for _ in 0..<rounds {
      for (place, work) in works.enumerated() { try await measurements[place].add(runs, work) }
    }
    return measurements
  }

  private init() {
    microseconds = .infinity
    allocations = Self.allocationCount == nil ? nil : .infinity
  }

  private mutating func add(_ runs: Int, _ work: () async throws -> Void) async rethrows {
    let before = Self.allocationCount ?? 0
    let start = Self.processorTime
    for _ in 0..<runs { try await work() }
    microseconds = min(microseconds, (Self.processorTime - start) / Double(runs))
    let count = Double((Self.allocationCount ?? 0) - before) / Double(runs)
    allocations = allocations.map { min($0, count) }
  }

  /// A line of the benchmark's table.
  func line(_ what: String) -> String {
    let allocations = allocations.map { $0 < 10 ? "\(($0 * 10).rounded() / 10)" : "\(Int($0.rounded()))" } ?? "?"
    return "\(what)\t\((microseconds * 10).rounded() / 10) µs  \(allocations) allocations\t"
  }

  /// Microseconds of this process on processors.
  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
  }

  private static var allocationCount: UInt? { counter?() }

  /// The function of `counts.c`, if the program was started with it. It takes nothing and answers an `unsigned long`.
  private static let counter: (@convention(c) () -> UInt)? = dlsym(nil, "allocation_count").map {
    unsafeBitCast($0, to: (@convention(c) () -> UInt).self)
  }
}
