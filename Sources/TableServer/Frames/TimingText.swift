/// Says how long a page took, for its last line.
enum TimingText {
  /// `0.7 ms`, `12 ms`, `1.3 s`.
  static func words(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let microseconds = Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
    switch microseconds {
    case ..<9_950: return tenths((microseconds + 50) / 100) + " ms"
    case ..<999_500: return "\((microseconds + 500) / 1_000) ms"
    default: return tenths((microseconds + 50_000) / 100_000) + " s"
    }
  }

  private static func tenths(_ tenths: Int) -> String { "\((tenths / 10).withThousandsMarks).\(tenths % 10)" }
}
