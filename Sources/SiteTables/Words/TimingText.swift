package import TableRendering

/// Says how long a page took, for its last line.
package enum TimingText {
  /// `0.7 ms`, `12 ms`, `1.3 s`.
  package static func words(_ duration: Duration) -> String {
    var text = ByteSink(capacity: 64)
    write(duration, into: &text)
    return text.string
  }

  /// Writes the same.
  package static func write(_ duration: Duration, into html: inout ByteSink) {
    let (seconds, attoseconds) = duration.components
    let microseconds = Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
    switch microseconds {
    case ..<9_950: tenths((microseconds + 50) / 100, into: &html)
    case ..<999_500: html.text((microseconds + 500) / 1_000)
    default: tenths((microseconds + 50_000) / 100_000, into: &html)
    }
    html.markup(microseconds < 999_500 ? " ms" : " s")
  }

  /// Writes what took how long, `12 tables in 0.7 ms`, which is another text each time that the same page is made.
  package static func write(_ work: String, since start: ContinuousClock.Instant, into html: inout ByteSink) {
    let place = html.count
    html.text(work)
    html.markup(" in ")
    write(start.duration(to: .now), into: &html)
    html.notePassing(from: place)
  }

  /// The same as browsers show it among their tools, in milliseconds (https://www.w3.org/TR/server-timing/): `total;dur=1.25`.
  package static func serverTiming(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let hundredths = Int(seconds) * 100_000 + Int(attoseconds / 10_000_000_000_000)
    let fraction = hundredths % 100
    // Added up it is short enough for a text that takes no memory of its own, as long as the page took less than 100 ms.
    return "total;dur=" + String(hundredths / 100) + (fraction < 10 ? ".0" : ".") + String(fraction)
  }

  private static func tenths(_ tenths: Int, into html: inout ByteSink) {
    html.grouped(tenths / 10)
    html.markup(".")
    html.text(tenths % 10)
  }
}
