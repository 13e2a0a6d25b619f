import BoundedWork
import Testing

@testable import PostgreSQLTables

/// The hosts that an address names.
@Suite struct ServerHostsTests {
  @Test func eachHostOfAListHasItsOwnNamePortAndNumber() {
    let hosts = ServerHosts(["host": "a,b", "hostaddr": "10.0.0.1,10.0.0.2", "port": "5433,"])
    #expect(hosts.count == 2)
    #expect(hosts.parameters(of: 0) == ["host": "a", "hostaddr": "10.0.0.1", "port": "5433"])
    #expect(hosts.parameters(of: 1) == ["host": "b", "hostaddr": "10.0.0.2", "port": "5432"])
  }

  @Test(
    arguments: [
      [:], ["host": "a"], ["host": "a,"], ["host": "a,b", "hostaddr": "10.0.0.1"], ["host": "a,b", "port": "1,2,3"],
    ] as [[String: String]])
  func whatIsNoListOfHostsIsLeftToTheLibrary(values: [String: String]) {
    let hosts = ServerHosts(values)
    #expect(hosts.count == 1 && hosts.parameters(of: 0).isEmpty)
  }

  @Test func thePrimaryIsTriedFirstAndADeadHostLast() {
    let hosts = ServerHosts(["host": "a,b,c"])
    #expect(hosts.order(for: .primary) == [0, 1, 2])
    hosts.note(1, isPrimary: true)
    hosts.noteSilence(of: 0)
    #expect(hosts.order(for: .any) == [1, 2, 0])
    hosts.note(2, isPrimary: true)
    #expect(hosts.order(for: .primaryFirst) == [2, 1, 0])
    hosts.note(0, isPrimary: false)
    #expect(hosts.order(for: .any) == [0, 1, 2])
    hosts.noteSilence(of: 2)
    #expect(hosts.order(for: .primary) == [0, 1, 2])
  }

  @Test func aConnectionToAServerThatOnlyReadsIsNoneForChanges() {
    let hosts = ServerHosts([:])
    let start = WorkBudget.now()
    #expect(!hosts.wereReached(since: start, for: .primary) && !hosts.wereReached(since: start, for: .any))
    hosts.noteConnection(isToPrimary: false)
    #expect(!hosts.wereReached(since: start, for: .primary) && hosts.wereReached(since: start, for: .any))
    hosts.noteConnection(isToPrimary: true)
    #expect(hosts.wereReached(since: start, for: .primary))
    #expect(!hosts.wereReached(since: WorkBudget.now(), for: .any))
  }

  @Test func aServerIsFormerOnceAnotherHasTakenOver() {
    let hosts = ServerHosts(["host": "a,b"])
    let first = Timeline(origin: "7", number: 9), second = Timeline(origin: "7", number: 10)
    #expect(!hosts.isFormer(first))
    hosts.note(1, isPrimary: true, on: second)
    #expect(hosts.isFormer(first) && !hosts.isFormer(second))
    #expect(!hosts.isFormer(nil) && !hosts.isFormer(Timeline(origin: "8", number: 1)))
    // What has been seen of it stays known while nobody answers.
    hosts.noteSilence(of: 1)
    #expect(hosts.isFormer(first))
    #expect(hosts.isSilent(1) && !hosts.isPrimary(1))
  }
}
