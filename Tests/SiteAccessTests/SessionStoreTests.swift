import Secrets
import SharedStoreInMemory
import Testing
import TextCoding

@testable import SiteAccess

@Suite struct SessionStoreTests {
  private let session = SessionStore.Session(account: "ada", password: nil, expires: .now + .seconds(60))

  @Test func aSessionIsThereUntilItEnds() async {
    let memory = SessionStore(secret: "secret")
    let cookie = memory.begin(session)
    #expect(memory.session(cookie)?.account == "ada")
    #expect(memory.begin(session) != cookie)
    await memory.end(cookie)
    #expect(memory.session(cookie) == nil)
  }

  @Test func everyBitOfACookieCounts() throws {
    let memory = SessionStore(secret: "secret")
    let bytes = try #require(Hexadecimal.bytes(lowercase: memory.begin(session)))
    for bit in 0..<(bytes.count * 8) {
      var changed = bytes
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(memory.session(Hexadecimal.text(changed, isLowercase: true)) == nil)
    }
    #expect(memory.session(Hexadecimal.text(bytes, isLowercase: true)) != nil)
    #expect(memory.session(Hexadecimal.text(bytes, isLowercase: true) + "00") == nil)
    #expect(memory.session(Hexadecimal.text(bytes, isLowercase: true).uppercased()) == nil)
    #expect(memory.session("") == nil)
  }

  @Test func anotherInstallationsCookieIsNone() {
    let cookie = SessionStore(secret: "another").begin(session)
    #expect(SessionStore(secret: "secret").session(cookie) == nil)
    // Nor is one of the same installation before it was started again.
    #expect(SessionStore(secret: "another").session(cookie) == nil)
  }

  @Test func aSessionEndsInTime() {
    let memory = SessionStore(secret: nil)
    let cookie = memory.begin(.init(account: "ada", password: nil, expires: .now))
    #expect(memory.session(cookie) == nil)
  }

  @Test func theOldestEndsForOneTooMany() {
    let memory = SessionStore(secret: nil, limit: 2)
    let cookies = (0..<3).map { _ in memory.begin(session) }
    #expect(cookies.map { memory.session($0) != nil } == [false, true, true])
  }
}

@Suite struct SharedSessionTests {
  private let session = SessionStore.Session(
    account: "ada", password: TokenHash(of: "hash"), expires: .now + .seconds(60))

  @Test func eachServerKnowsTheSessionsOfTheOthersUntilTheyEnd() async {
    let shared = SharedMemory()
    let (one, other) = (SessionStore(secret: "secret", shared: shared), SessionStore(secret: "secret", shared: shared))
    let cookie = one.begin(session), second = one.begin(session)
    #expect(other.session(cookie)?.account == "ada" && other.session(cookie)?.password == session.password)
    await one.end(cookie)
    #expect(one.session(cookie) == nil)
    await other.learnEnded()
    #expect(other.session(cookie) == nil && other.session(second) != nil)
    // One that is started later learns it before it answers.
    let third = SessionStore(secret: "secret", shared: shared)
    await third.learnEnded()
    #expect(third.session(cookie) == nil && third.session(second) != nil)
  }

  @Test func everyBitOfASharedCookieCounts() throws {
    let store = SessionStore(secret: "secret", shared: SharedMemory())
    let bytes = try #require(Hexadecimal.bytes(lowercase: store.begin(session)))
    for bit in 0..<(bytes.count * 8) {
      var changed = bytes
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(store.session(Hexadecimal.text(changed, isLowercase: true)) == nil)
    }
    #expect(SessionStore(secret: "other", shared: SharedMemory()).session(store.begin(session)) == nil)
    // A name of a server that is alone is no session, nor the other way round.
    #expect(store.session(SessionStore(secret: "secret").begin(session)) == nil)
    #expect(SessionStore(secret: "secret").session(store.begin(session)) == nil)
  }

  @Test func aSharedSessionEndsInTime() {
    let store = SessionStore(secret: "secret", shared: SharedMemory())
    #expect(store.session(store.begin(.init(account: nil, password: nil, expires: .now - .seconds(2)))) == nil)
    #expect(store.session(store.begin(.init(account: nil, password: nil, expires: .now + .seconds(5)))) != nil)
  }
}
