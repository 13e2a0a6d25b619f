import Secrets
import Testing

/// Things that are kept for a while, within bounds.
@Suite struct TokenStoreTests {
  @Test func whatIsKeptIsThereUntilItIsTaken() {
    let memory = TokenStore<String>(limit: 4)
    let name = memory.keep("a")
    #expect(memory.keep("a") != name)
    #expect(memory[name] == "a" && memory[name] == "a")
    #expect(memory.take(name) == "a")
    #expect(memory[name] == nil && memory.take(name) == nil)
  }

  @Test func theOldestGoesForOneTooMany() {
    let memory = TokenStore<Int>(limit: 2)
    let names = (0..<3).map { memory.keep($0) }
    #expect(names.map { memory[$0] } == [nil, 1, 2])
  }

  @Test func theOldestGoForWhatTakesTheirBytes() {
    let memory = TokenStore<[UInt8]>(limit: 100, byteLimit: 100) { $0.count }
    let small = (0..<4).map { _ in memory.keep([UInt8](repeating: 0, count: 20)) }
    let large = memory.keep([UInt8](repeating: 1, count: 50))
    #expect(small.map { memory[$0] != nil } == [false, false, true, true])
    #expect(memory[large]?.count == 50)
    // What was taken makes room again.
    memory.take(large)
    let next = memory.keep([UInt8](repeating: 2, count: 60))
    #expect(small.map { memory[$0] != nil } == [false, false, true, true])
    #expect(memory[next] != nil)
  }

  @Test func whatAloneIsTooLargeIsNotKeptAndTakesNothingAway() {
    let memory = TokenStore<[UInt8]>(limit: 100, byteLimit: 100) { $0.count }
    let small = memory.keep([1])
    let large = memory.keep([UInt8](repeating: 1, count: 101))
    #expect(memory[large] == nil)
    #expect(memory[small] == [1])
  }
}
