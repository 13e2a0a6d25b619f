import Testing

@testable import FileTables

@Suite struct FileWatchTests {
  private struct Ended: Error {}

  /// Shows one state after the other, and ends with the last.
  private func used(_ used: Int, _ states: [Int], _ use: (Int) -> Int = { $0 }) async -> [Int] {
    var states = states.makeIterator()
    var taken: [Int] = []
    try? await FileWatch.run(using: used, every: .zero, look: { states.next() ?? -1 }) { state in
      if state == -1 { throw Ended() }
      taken.append(state)
      return use(state)
    }
    return taken
  }

  @Test func whatIsInUseIsLeftAlone() async { #expect(await used(7, [7, 7, 7, 7]) == []) }

  @Test func whatIsThereAtTheStartIsUsedAtOnce() async { #expect(await used(0, [7, 7, 7]) == [7]) }

  @Test func whatIsStillChangingWaits() async { #expect(await used(1, [1, 1, 2, 3, 4, 4, 4, 5, 5]) == [4, 5]) }

  @Test func whatChangesBackIsNotUsed() async { #expect(await used(1, [1, 1, 2, 1, 1]) == []) }

  @Test func whatCannotBeUsedIsTriedAgain() async {
    var tries = 0
    let states = await used(1, [1, 2, 2, 2, 2, 2]) { state in
      tries += 1
      return tries < 3 ? 1 : state
    }
    #expect(states == [2, 2, 2])
  }

  @Test func aCancelledWatchEnds() async {
    let watch = Task { await FileWatch.run(using: 1, every: .seconds(3_600), look: { 1 }) { $0 } }
    watch.cancel()
    await watch.value
  }

  @Test func aFileIsKnownByWhatItIsLike() throws {
    let folder = try Folder()
    try folder.write("a.csv", "a,b\n")
    let first = FileState.states(of: [folder.path("a.csv"), folder.path("b.csv")])
    #expect(first.count == 1 && first == FileState.states(of: [folder.path("a.csv")]))
    try folder.write("a.csv", "a,b\n1,2\n")
    #expect(first != FileState.states(of: [folder.path("a.csv")]))
  }
}
