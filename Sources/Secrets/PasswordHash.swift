internal import COpenSSL
internal import FoundationEssentials

/// There was no memory to hash a password.
package struct PasswordNotHashed: Error {}

/// A password as it is kept: by scrypt (RFC 7914), under a salt of its own. Written in the PHC string format
/// (https://github.com/P-H-C/phc-string-format): `$scrypt$ln=15,r=8,p=3$salt$hash`.
package struct PasswordHash: Sendable, Hashable, CustomStringConvertible {
  /// How much work one guess is.
  package struct Cost: Sendable, Hashable {
    /// The logarithm of the number of blocks.
    var logarithm: Int
    /// The size of a block, in units of 128 bytes.
    var blockSize: Int
    /// How often the whole is done.
    var passes: Int

    /// What the OWASP's Password Storage Cheat Sheet recommends for 32 MiB of memory; takes about a fifth of a second.
    package static let usual = Cost(logarithm: 15, blockSize: 8, passes: 3)

    /// Bytes of memory that one guess takes.
    var memory: Int { 128 * blockSize << logarithm }

    /// Whether a server can bear the work: at most 256 MiB, and not so little that it is none. There are fewer blocks than 2 to the 16 times their
    /// size (RFC 7914 section 2): of others no hash can be made.
    var isBearable: Bool {
      (10...20).contains(logarithm) && (1...64).contains(blockSize) && (1...16).contains(passes)
        && logarithm < 16 * blockSize && memory <= 256 << 20
    }
  }

  private static let saltSize = 16, hashSize = 32
  private let cost: Cost
  private let salt: [UInt8]
  private let hash: [UInt8]

  /// Hashes a password under a new salt. Takes as long as `cost` says: on a thread that nobody waits for.
  /// - Throws: `PasswordNotHashed` if there is no memory for it.
  package init(of password: String, cost: Cost = .usual) throws {
    self.cost = cost
    salt = RandomBytes.make(Self.saltSize)
    hash = try Self.hash(password, salt: salt, cost)
  }

  /// Reads a hash; `nil` if it isn't one of scrypt's, or asks for more work than a server can bear.
  package init?(_ text: String) {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt" else { return nil }
    var numbers: [Substring: Int] = [:]
    for parameter in parts[2].split(separator: ",") {
      let pair = parameter.split(separator: "=")
      guard pair.count == 2, let number = Int(pair[1]), numbers.updateValue(number, forKey: pair[0]) == nil else {
        return nil
      }
    }
    guard numbers.count == 3, let logarithm = numbers["ln"], let blockSize = numbers["r"], let passes = numbers["p"],
      (1...32).contains(logarithm), (1...1024).contains(blockSize)
    else { return nil }
    cost = Cost(logarithm: logarithm, blockSize: blockSize, passes: passes)
    guard cost.isBearable, let salt = Self.bytes(parts[3]), let hash = Self.bytes(parts[4]),
      (8...64).contains(salt.count), (16...64).contains(hash.count)
    else { return nil }
    self.salt = salt
    self.hash = hash
  }

  /// The line to keep.
  package var description: String {
    "$scrypt$ln=\(cost.logarithm),r=\(cost.blockSize),p=\(cost.passes)$\(Self.text(salt))$\(Self.text(hash))"
  }

  /// Whether a password is the one that was hashed. Takes as long as hashing it.
  package func matches(_ password: String) -> Bool {
    guard let hashed = try? Self.hash(password, salt: salt, cost, size: hash.count) else { return false }
    return ConstantTime.areEqual(hashed, hash)
  }

  private static func hash(_ password: String, salt: [UInt8], _ cost: Cost, size: Int = hashSize) throws -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: size)
    // OpenSSL counts two blocks more than RFC 7914 does, and the state of each pass.
    let memory = cost.memory + 128 * cost.blockSize * (cost.passes + 2)
    let isMade = EVP_PBE_scrypt(
      password, password.utf8.count, salt, salt.count, 1 << UInt64(cost.logarithm), UInt64(cost.blockSize),
      UInt64(cost.passes), UInt64(memory), &hash, size)
    guard isMade == 1 else { throw PasswordNotHashed() }
    return hash
  }

  // MARK: Base64 without padding, as the format wants it

  private static func text(_ bytes: [UInt8]) -> String {
    String(Data(bytes).base64EncodedString().prefix { $0 != "=" })
  }

  private static func bytes(_ text: Substring) -> [UInt8]? {
    Data(base64Encoded: text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)).map { Array($0) }
  }
}
