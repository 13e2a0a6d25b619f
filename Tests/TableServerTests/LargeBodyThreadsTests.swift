import Glibc
import Testing

@testable import TableServer

@Suite struct LargeBodyThreadsTests {
  /// The threads that parts of an answer ran on.
  private func threads(ofBodyWith bytes: Int) async throws -> Set<pthread_t> {
    try await LargeBodyThreads.answering(bytes: bytes) {
      var threads: Set<pthread_t> = []
      for _ in 0..<10 {
        threads.insert(pthread_self())
        await Task.yield()
      }
      return threads
    }
  }

  @Test func largeBodiesHaveThreadsOfTheirOwn() async throws {
    let own = try await withThrowingTaskGroup(of: Set<pthread_t>.self) { group in
      for _ in 0..<8 { group.addTask { try await threads(ofBodyWith: 1 << 20) } }
      return try await group.reduce(into: Set()) { $0.formUnion($1) }
    }
    #expect((1...LargeBodyThreads.limit).contains(own.count))
    for _ in 0..<8 { #expect(try await threads(ofBodyWith: 100).isDisjoint(with: own)) }
  }
}
