import Synchronization
import TableModel
import Testing

@testable import PostgreSQLTables

@Suite struct VersionFenceTests {
  /// A server whose answers are numbers, and come when a test lets them.
  private final class Server: Sendable {
    let questions = Atomic<UInt64>(0)
    let isOpen = Atomic<Bool>(false)

    @Sendable func answer() async -> DataVersion? {
      let number = questions.add(1, ordering: .relaxed).newValue
      while !isOpen.load(ordering: .relaxed) { try? await Task.sleep(for: .milliseconds(1)) }
      return DataVersion(number)
    }
  }

  /// Counts commits.
  private final class Clock: Sendable {
    let commits = Atomic<UInt64>(0)
  }

  @Test func whoeverComesTooLateForAQuestionSharesTheNext() async throws {
    let server = Server()
    let fence = VersionFence(server.answer)
    async let first = fence.state()
    while server.questions.load(ordering: .relaxed) < 1 { try await Task.sleep(for: .milliseconds(1)) }
    try await withThrowingTaskGroup(of: DataVersion?.self) { group in
      for _ in 0..<50 { group.addTask { await fence.state() } }
      // The crowd has come before the first answer does.
      try await Task.sleep(for: .milliseconds(50))
      server.isOpen.store(true, ordering: .relaxed)
      var answers: Set<DataVersion?> = []
      for try await answer in group { answers.insert(answer) }
      #expect(!answers.contains(DataVersion(1)))
    }
    #expect(await first == DataVersion(1))
    // All of the crowd at once, unless the machine was so busy that some came later still.
    #expect(server.questions.load(ordering: .relaxed) < 50)
  }

  @Test func everyAnswerIsOfAQuestionBehindTheCall() async throws {
    let clock = Clock()
    let fence = VersionFence {
      let asked = clock.commits.load(ordering: .sequentiallyConsistent)
      try? await Task.sleep(for: .microseconds(Int.random(in: 0...300)))
      return DataVersion(asked)
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask {
          for _ in 0..<100 {
            let committed = clock.commits.add(1, ordering: .sequentiallyConsistent).newValue
            let answer = await fence.state()
            #expect(answer.words[0] >= committed)
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
