import BoundedWork
import Glibc
import Synchronization
import Testing

/// Work of a few turns, which asks again and again whether it may go on.
private final class Stretch: InterruptibleWork {
  let budget = WorkBudget()
  func interrupt() {}

  /// Does `each` for a while, and asks whether it may go on behind each: there a turn may pass.
  func spin(milliseconds: UInt64, _ each: () -> Void) {
    let end = WorkBudget.now() + milliseconds * 1_000_000
    while WorkBudget.now() < end {
      each()
      _ = budget.isOver
    }
  }
}

/// What ran one after the other, each number once in a row.
private final class Course: Sendable {
  private let numbers = Mutex<[Int]>([])
  func note(_ number: Int) { numbers.withLock { if $0.last != number { $0.append(number) } } }
  var noted: [Int] { numbers.withLock(\.self) }
}

private func run(_ threads: WorkThreads, _ numbers: Range<Int>, _ work: @escaping @Sendable (Int, WorkJob) -> Void)
  async
{
  await withTaskGroup(of: Void.self) { group in
    for number in numbers {
      group.addTask {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
          let isTaken = threads.offer(
            WorkJob(giveUp: { _ in }) { job in
              work(number, job)
              return WorkCallback { continuation.resume() }
            })
          if !isTaken { continuation.resume() }
        }
      }
    }
  }
}

@Test func workThatTakesLongRunsOneAfterTheOtherAndTakesTurns() async {
  let turns = ProcessorTurns(count: 1, patienceMilliseconds: 60_000)
  let threads = WorkThreads(threads: 3, queueLimit: 3, turns: turns), course = Course()
  defer { threads.stop() }
  let (running, most) = (SharedNumber(), SharedNumber())
  await run(threads, 0..<3) { number, job in
    let stretch = Stretch()
    job.watching(stretch) {
      stretch.spin(milliseconds: 60) {
        course.note(number)
        most.raise(to: running.add(1))
        usleep(100)
        running.add(-1)
      }
    }
  }
  #expect(most.value == 1)
  // Each has had several turns before the others came to their end.
  #expect(Set(course.noted) == [0, 1, 2] && course.noted.count > 9)
}

@Test func whoKeepsItsTurnHoldsUpNobodyForLong() async {
  let threads = WorkThreads(threads: 2, queueLimit: 2, turns: ProcessorTurns(count: 1)), course = Course()
  defer { threads.stop() }
  let isOtherDone = SharedNumber()
  await run(threads, 0..<2) { number, job in
    let stretch = Stretch()
    job.watching(stretch) {
      course.note(number)
      // The first one waits for the other without ever asking: for a lock, say.
      if course.noted.first == number {
        let end = WorkBudget.now() + 20_000_000_000
        while isOtherDone.value == 0, WorkBudget.now() < end { usleep(1_000) }
      } else {
        stretch.spin(milliseconds: 10) {}
        isOtherDone.add(1)
      }
    }
  }
  #expect(isOtherDone.value == 1)
}

@Test func whoWaitsForWorkThatGivesWayGoesOnAtFullPriority() async {
  let threads = WorkThreads(threads: 1, queueLimit: 1, niceness: 10)
  defer { threads.stop() }
  // A number for the thread that calls: who starts threads there, hands it on to them.
  @Sendable func niceness() -> Int { Int(getpriority(Int32(PRIO_PROCESS.rawValue), 0)) }
  let (own, during, after) = (niceness(), SharedNumber(), SharedNumber())
  await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
    _ = threads.offer(
      WorkJob(giveUp: { _ in }) { _ in
        during.add(niceness())
        return WorkCallback {
          after.add(niceness())
          continuation.resume()
        }
      })
  }
  #expect(during.value == max(own, 10))
  #expect(after.value == own)
}

/// A number that several threads change.
private final class SharedNumber: Sendable {
  private let number = Atomic<Int>(0)
  var value: Int { number.load(ordering: .sequentiallyConsistent) }
  @discardableResult func add(_ more: Int) -> Int { number.add(more, ordering: .sequentiallyConsistent).newValue }
  func raise(to other: Int) { number.max(other, ordering: .sequentiallyConsistent) }
}
