import Glibc

/// Takes the time and counts the allocations of a piece of work.
struct Measurement {
  let microseconds: Double
  /// `nil` where the counter isn't loaded.
  let allocations: Double?

  /// The best of some rounds, for one run of the work: what is slower was disturbed.
  init(rounds: Int = 9, runs: Int = 1000, _ work: () async throws -> Void) async rethrows {
    var best = Double.infinity
    var fewest = Double.infinity
    for _ in 0..<rounds {
      let before = Self.allocationCount ?? 0
      let start = Self.processorTime
      for _ in 0..<runs { try await work() }
      best = min(best, (Self.processorTime - start) / Double(runs))
      fewest = min(fewest, Double((Self.allocationCount ?? 0) - before) / Double(runs))
    }
    microseconds = best
    allocations = Self.allocationCount == nil ? nil : fewest
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

  /// The function of `allocations.c`, if the program was started with it. It takes nothing and answers an `unsigned long`.
  private static let counter: (@convention(c) () -> UInt)? = dlsym(nil, "allocation_count").map {
    unsafeBitCast($0, to: (@convention(c) () -> UInt).self)
  }
}
