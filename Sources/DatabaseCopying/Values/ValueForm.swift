/// How the values of a column go from one engine to the other. Each is lossless: what is read there again is what was read here.
enum ValueForm: Equatable {
  /// Whole numbers of 64 bits.
  case integer
  /// Numbers with a fraction, of 64 bits.
  case real
  /// 0 and 1 in a file.
  case boolean
  case text
  case bytes
  /// Texts such as `2027-01-31` in a file.
  case date
  /// Texts such as `2027-01-31 12:00:00.5` in a file.
  case timestamp
  /// The same with `+00` at the end.
  case zonedTimestamp
  case uuid
  /// Numbers of any number of digits; in a file whole numbers, or such with a fraction that are the same number.
  case decimal
  /// The same in texts that spell each number in their own way.
  case spelledDecimal
  /// Values of several kinds in one column, as `VariantValue` writes them.
  case variant
}
