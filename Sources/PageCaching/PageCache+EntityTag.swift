import TableArguments
package import TableModel

extension PageCache {
  /// A weak validator (RFC 9110 section 8.8.1): the same as long as the page would be the same but for the time that it took.
  ///
  /// It holds the state of the data, the target and what headers change about the answer. A hash of the page itself would
  /// cost as much as a tenth of the page.
  package func entityTag(of key: Key, _ version: DataVersion) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ edition
    for byte in key.target.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash = (hash ^ UInt64(key.preferences) << 8 ^ key.format.number) &* 0x100_0000_01B3
    // Else a browser that has signed in would be told that the page of before still stands.
    hash = (hash ^ key.audience) &* 0x100_0000_01B3
    return "W/\"\(String(hash ^ version.fingerprint, radix: 36))\""
  }
}

extension PageFormat {
  /// Tells formats apart in a hash.
  fileprivate var number: UInt64 {
    switch self {
    case .html: 0
    case .json: 1
    case .csv: 2
    case .ndjson: 3
    case .text: 4
    }
  }
}
