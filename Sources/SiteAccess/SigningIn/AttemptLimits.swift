internal import Glibc
internal import MicroHTTP
internal import Synchronization

/// How often somebody may try to sign in. Each failure fills a bucket of the address that it came from, and one of the name that was tried from
/// there, so that nobody can lock out others; both leak with time, and a full one refuses before any password is looked at.
final class AttemptLimits: Sendable {
  private struct Bucket {
    var level: Double
    var at: ContinuousClock.Instant
  }

  /// What one bucket holds, and how long it takes for one attempt to leak.
  struct Allowance: Sendable {
    var attempts: Double
    var seconds: Double
  }

  private let name: Allowance, address: Allowance
  private let limit: Int
  private let buckets = Mutex<[String: Bucket]>([:])

  /// - Parameter limit: how many buckets there are at most; the emptiest goes for one more.
  init(
    name: Allowance = .init(attempts: 10, seconds: 30), address: Allowance = .init(attempts: 30, seconds: 10),
    limit: Int = 4_096
  ) {
    self.name = name
    self.address = address
    self.limit = limit
  }

  /// Counts an attempt before it is made, so that many at once are no way around.
  /// - Returns: seconds to wait if there were too many; `nil` if it may be made.
  func begin(_ name: String, from peer: Peer, at now: ContinuousClock.Instant = .now) -> Int? {
    buckets.withLock { buckets in
      let keys = self.keys(name, peer)
      let waits = keys.compactMap { key, allowance -> Double? in
        let level = Self.level(buckets[key], allowance, now)
        return level + 1 > allowance.attempts ? (level + 1 - allowance.attempts) * allowance.seconds : nil
      }
      if let wait = waits.max() { return max(Int(wait.rounded(.up)), 1) }
      for (key, allowance) in keys {
        if buckets.count >= limit, buckets[key] == nil { dropEmptiest(&buckets, now) }
        buckets[key] = Bucket(level: Self.level(buckets[key], allowance, now) + 1, at: now)
      }
      return nil
    }
  }

  /// Takes back an attempt that was no failure.
  func succeed(_ name: String, from peer: Peer) {
    buckets.withLock { buckets in
      for (key, _) in keys(name, peer) {
        guard let level = buckets[key]?.level else { continue }
        if level <= 1 { buckets[key] = nil } else { buckets[key]?.level = level - 1 }
      }
    }
  }

  /// How many buckets there are.
  var count: Int { buckets.withLock { $0.count } }

  private func dropEmptiest(_ buckets: inout [String: Bucket], _ now: ContinuousClock.Instant) {
    let emptiest = buckets.min { Self.level($0.value, address, now) < Self.level($1.value, address, now) }
    if let emptiest { buckets[emptiest.key] = nil }
  }

  private static func level(_ bucket: Bucket?, _ allowance: Allowance, _ now: ContinuousClock.Instant) -> Double {
    guard let bucket else { return 0 }
    return max(0, bucket.level - bucket.at.duration(to: now) / .seconds(1) / allowance.seconds)
  }

  private func keys(_ name: String, _ peer: Peer) -> [(key: String, Allowance)] {
    let ofName = "name " + String(name.prefix(100))
    // Behind a Unix socket is a proxy, and one that isn't trusted doesn't tell who asks: everybody comes from there.
    guard case .address(let address, _) = peer else { return [(ofName, self.name)] }
    let network = Self.network(address)
    return [("\(network) \(ofName)", self.name), ("address " + network, self.address)]
  }

  /// An address, or the 64 bits of one of IPv6 that one household has.
  private static func network(_ address: String) -> String {
    var bytes = in6_addr()
    guard inet_pton(AF_INET6, address, &bytes) == 1 else { return address }
    return withUnsafeBytes(of: &bytes) { bytes in
      // An IPv4 address in the clothes of IPv6 is the former (RFC 4291 section 2.5.5.2).
      let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 255 && bytes[11] == 255
      return (isMapped ? bytes[12...] : bytes[..<8]).map { String($0, radix: 16) }.joined(separator: ":")
    }
  }
}
