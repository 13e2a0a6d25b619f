import TextCoding

extension RecordSchema.Column {
  /// A value of the column as text, numbers as the column spells them; null is empty.
  package func text(of value: RecordValue) -> String {
    if case .real(let number) = value, let spelling { return spelling.text(of: number) }
    return value.description
  }

  /// The digits behind the point with which reals are written; -1 where nothing says how many.
  package var decimals: Int8 {
    if case .decimals(let decimals)? = spelling { Int8(clamping: decimals) } else { -1 }
  }
}
