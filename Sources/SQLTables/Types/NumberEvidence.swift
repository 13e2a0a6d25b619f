internal import TextCoding

/// What a sample of numbers tells of their column.
struct NumberEvidence: Sendable {
  private(set) var count = 0
  private(set) var whole = 0
  private(set) var least = Double.infinity
  private(set) var greatest = -Double.infinity
  private(set) var mostFractionDigits = 0
  private var sum = 0.0
  /// Numbers other than zero, which often stands for none.
  private var others = 0
  private var compactDays = 0, seconds = 0, milliseconds = 0, midnightSeconds = 0, midnightMilliseconds = 0
  private var distinct: Set<Int64> = []

  /// One more than a column's declared digits count for.
  private static let many = 5
  /// So many different numbers that look like days are no accident.
  private static let enough = 5

  mutating func add(_ number: Int64) {
    add(value: Double(number))
    whole += 1
    guard number != 0 else { return }
    others += 1
    if distinct.count < Self.enough { distinct.insert(number) }
    if Self.isPlausibleDay(number) { compactDays += 1 }
    // From 1973 to 2100: earlier ones are as likely to be something else.
    if (100_000_000...4_102_444_800).contains(number) {
      seconds += 1
      if number % 86_400 == 0 { midnightSeconds += 1 }
    }
    if (100_000_000_000...4_102_444_800_000).contains(number) {
      milliseconds += 1
      if number % 86_400_000 == 0 { midnightMilliseconds += 1 }
    }
  }

  mutating func add(_ number: Double) {
    add(value: number)
    if mostFractionDigits < Self.many { mostFractionDigits = max(mostFractionDigits, Self.fractionDigits(of: number)) }
    guard let exact = Int64(exactly: number) else {
      others += 1
      return
    }
    whole += 1
    if exact != 0 { others += 1 }
    if distinct.count < Self.enough { distinct.insert(exact) }
  }

  private mutating func add(value: Double) {
    count += 1
    least = min(least, value)
    greatest = max(greatest, value)
    sum += value
  }

  var isWhole: Bool { count > 0 && whole == count }
  var mean: Double { count > 0 ? sum / Double(count) : 0 }
  /// Whether all numbers are whole and within a range, such as that of years.
  func isWhole(within range: ClosedRange<Double>) -> Bool {
    isWhole && range.contains(least) && range.contains(greatest)
  }
  /// Whether there are enough different ones for what nothing but the values says.
  var isVaried: Bool { distinct.count >= Self.enough }

  /// Whether all are months, `202510`.
  var areMonths: Bool {
    isWhole(within: 180_001...210_012) && distinct.allSatisfy { (1...12).contains($0 % 100) }
  }

  /// The form in which the numbers store days or moments.
  /// - Parameter isNamed: whether the column's name or declared type says that it holds some.
  func storedTime(isNamed: Bool) -> StoredTime? {
    guard isWhole, others > 0 else { return nil }
    if compactDays == others, isNamed || isVaried { return .compactDay }
    guard isNamed else { return nil }
    if seconds == others { return midnightSeconds == others ? .secondsOfDays : .seconds }
    if milliseconds == others { return midnightMilliseconds == others ? .millisecondsOfDays : .milliseconds }
    return nil
  }

  private static func isPlausibleDay(_ number: Int64) -> Bool {
    (18_000_101...21_991_231).contains(number) && StoredTime.compactDay.moment(number) != nil
  }

  /// Digits behind the point in the number's shortest form, or `many`, more than columns are shown with: also of a number so large that it isn't
  /// exact with its digits before the point.
  private static func fractionDigits(of number: Double) -> Int {
    guard number.isFinite, number.rounded() != number else { return 0 }
    var scale = 1.0
    for digits in 1..<many {
      scale *= 10
      // Both are exact, so that their quotient is the number that these digits are read as.
      let scaled = (number * scale).rounded()
      guard scaled.magnitude <= 0x1p53 else { break }
      if scaled / scale == number { return digits }
    }
    return many
  }
}
