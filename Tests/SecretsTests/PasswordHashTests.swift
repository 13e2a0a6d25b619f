import Testing

@testable import Secrets

@Suite struct PasswordHashTests {
  /// As little work as is taken, since the tests are about the rest.
  private let cheap = PasswordHash.Cost(logarithm: 10, blockSize: 1, passes: 1)

  @Test func aPasswordMatchesItsHashAndNoOtherDoes() throws {
    let hash = try PasswordHash(of: "correct horse", cost: cheap)
    #expect(hash.matches("correct horse"))
    for other in ["Correct horse", "correct hors", "correct horse ", "", "\0"] { #expect(!hash.matches(other)) }
    #expect(try PasswordHash(of: "", cost: cheap).matches(""))
  }

  @Test func aHashSurvivesBeingWrittenDown() throws {
    let hash = try PasswordHash(of: "päßwörd 🐎", cost: cheap)
    let read = try #require(PasswordHash(hash.description))
    #expect(read == hash && read.matches("päßwörd 🐎"))
    #expect(hash.description.hasPrefix("$scrypt$ln=10,r=1,p=1$"))
    #expect(!hash.description.contains("=" + "$") && !hash.description.hasSuffix("="))
  }

  @Test func oneSecretHashedTwiceLooksLikeTwo() throws {
    #expect(try PasswordHash(of: "x", cost: cheap).description != PasswordHash(of: "x", cost: cheap).description)
  }

  /// Made by the scrypt of Python (hashlib), which is OpenSSL's.
  @Test func aHashOfAnotherProgramIsUnderstood() throws {
    let hash = try #require(
      PasswordHash("$scrypt$ln=10,r=8,p=16$TmFDbE5hQ2w$XsC2ZTdXJ4zsfzVdRtTQNNSXMToqf+tcSxiTF5U/EW4"))
    #expect(hash.matches("password"))
    #expect(!hash.matches("passwort"))
  }

  @Test(arguments: [
    "", "password", "$scrypt$", "$scrypt$ln=10,r=8,p=16$TmFDbE5hQ2w$", "$bcrypt$ln=10,r=1,p=1$TmFDbE5hQ2w$AAAA",
    // More memory or time than a server can bear, or so little that it is none.
    "$scrypt$ln=30,r=8,p=1$TmFDbE5hQ2xOYUNs$/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWI",
    "$scrypt$ln=20,r=64,p=1$TmFDbE5hQ2xOYUNs$/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWI",
    "$scrypt$ln=1,r=8,p=1$TmFDbE5hQ2xOYUNs$/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWI",
    "$scrypt$ln=10,r=8,p=1000$TmFDbE5hQ2xOYUNs$/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWI",
    // More blocks than there are of this size.
    "$scrypt$ln=16,r=1,p=1$TmFDbE5hQ2xOYUNs$/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWI",
    "$scrypt$ln=10,ln=10,p=1$TmFDbE5hQ2xOYUNs$/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWI",
    "$scrypt$ln=-1,r=9223372036854775807,p=1$TmFDbE5hQ2xOYUNs$/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWI",
    "$scrypt$ln=10,r=8,p=1$TmFDbE5hQ2xOYUNs$!bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWI",
  ])
  func whatIsNoHashIsRefused(text: String) { #expect(PasswordHash(text) == nil) }
}
