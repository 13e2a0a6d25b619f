import Secrets
import Testing
import TextCoding

@testable import SiteAccess

@Suite struct SessionStoreTests {
  private let session = SessionStore.Session(account: "ada", password: nil, expires: .now + .seconds(60))

  @Test func aSessionIsThereUntilItEnds() {
    let memory = SessionStore(secret: "secret")
    let cookie = memory.begin(session)
    #expect(memory.session(cookie)?.account == "ada")
    #expect(memory.begin(session) != cookie)
    memory.end(cookie)
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
