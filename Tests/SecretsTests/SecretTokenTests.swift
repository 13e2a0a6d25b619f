import Secrets
import Testing

@Suite struct SecretTokenTests {
  @Test func aTokenIsKnownByItsHashAlone() throws {
    let token = SecretToken()
    #expect(token.text.hasPrefix("tablepages_") && token.text.utf8.count == 75)
    let kept = try #require(TokenHash(token.hash.description))
    #expect(kept == TokenHash(of: token.text))
    #expect(!token.hash.description.contains(token.text.dropFirst(11).prefix(8)))
    #expect(kept != SecretToken().hash)
    #expect(kept != TokenHash(of: String(token.text.dropLast())))
  }

  @Test(arguments: ["", "sha256:", "sha256:abc", "md5:" + String(repeating: "0", count: 64)])
  func whatIsNoHashIsRefused(text: String) { #expect(TokenHash(text) == nil) }

  @Test func oneSpellingStandsForOneHash() {
    #expect(TokenHash("sha256:" + String(repeating: "ab", count: 32)) != nil)
    #expect(TokenHash("sha256:" + String(repeating: "AB", count: 32)) == nil)
  }
}
