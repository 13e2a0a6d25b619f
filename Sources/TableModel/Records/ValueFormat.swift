package import TextCoding

/// How the values of a column are written where people read them. Data formats have them as they are stored.
package enum ValueFormat: Sendable, Hashable {
  /// Digits without marks of thousands: `2024`.
  case plain
  /// Marks of thousands and so many digits behind the point, to which the number is rounded: `1,234.50`.
  case fixed(fractionDigits: Int)
  /// A hundredfold with a sign behind it: 0.125 is `12.5 %`.
  case percent
  /// A number of bytes, in decimal units: `1.4 MB`.
  case bytes
  /// Seconds as hours, minutes and seconds: `1:02:05`.
  case duration
  /// Milliseconds as hours, minutes and seconds: `1:02:05`.
  case milliseconds
  /// Days and times that are stored in another form than ISO 8601 has for them.
  case time(StoredTime)
}

extension RecordSchema.Column {
  /// Whether values are shown as days or times, whatever they are stored as.
  package var showsTimes: Bool {
    if case .time? = format { true } else { type == .date || type == .timestamp }
  }
}
