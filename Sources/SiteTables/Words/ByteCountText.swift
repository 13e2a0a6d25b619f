/// Says sizes for people, in steps of 1,000 as disks are sold.
package enum ByteCountText {
  /// `88 kB`, `1.4 MB`, `12.0 MB`.
  package static func words(_ byteCount: Int) -> String {
    guard byteCount >= 1_000 else { return "\(byteCount) B" }
    guard byteCount >= 999_500 else { return "\((byteCount + 500) / 1_000) kB" }
    var tenths = (byteCount + 50_000) / 100_000
    for unit in ["MB", "GB", "TB"] {
      if tenths < 10_000 || unit == "TB" { return "\((tenths / 10).withThousandsMarks).\(tenths % 10) \(unit)" }
      tenths = (tenths + 500) / 1_000
    }
    return ""
  }
}
