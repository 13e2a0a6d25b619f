package import TableModel
package import TextCoding

/// Tells from a column's name, its declared type and a sample of its values how it is best shown.
package struct ColumnTypeInference: Sendable {
  private let declared: String
  private let spelling: NumberSpelling?
  private let hints: ColumnNameHints
  private var values = 0, reals = 0, texts = 0, blobs = 0
  private var numbers = NumberEvidence()
  private var times = TimeEvidence()
  private var links = 0, images = 0, addresses = 0, documents = 0

  /// A guess for a column of this name and declared type, either of which may be empty.
  package init(name: String, declaredType: String, spelling: NumberSpelling? = nil) {
    declared = declaredType.uppercased()
    self.spelling = spelling ?? NumberSpelling(declaredType: declaredType)
    hints = ColumnNameHints(name)
  }

  /// Whether any value was a blob.
  package var hasBlobs: Bool { blobs > 0 }

  /// Takes a value into account.
  package mutating func sample(_ value: SQLValue) {
    switch value {
    case .null: break
    case .integer(let number): sample(number)
    case .real(let number): sample(number)
    case .text(let text): sample(text.span)
    case .blob: sampleBlob()
    }
  }

  package mutating func sample(_ number: Int64) {
    values += 1
    numbers.add(number)
  }

  package mutating func sample(_ number: Double) {
    values += 1
    reals += 1
    numbers.add(number)
  }

  package mutating func sampleBlob() {
    values += 1
    blobs += 1
  }

  /// - Parameter text: its beginning, if it is a long one. An empty text is nobody's evidence.
  package mutating func sample(_ text: Span<UInt8>) {
    guard !text.isEmpty else { return }
    values += 1
    texts += 1
    let form = TextForm(text)
    times.add(text, form)
    switch form {
    case .link: links += 1
    case .image: images += 1
    case .email: addresses += 1
    case .document: documents += 1
    case .plain, .day, .time: break
    }
  }

  /// How the column is best shown.
  /// - Parameter isIdentifier: whether its values name rows: part of a key, or a reference to one.
  package func meaning(isIdentifier: Bool) -> ColumnMeaning {
    if spelling != nil, blobs == 0 { return texts == 0 ? numberMeaning : ColumnMeaning(spelledType) }
    if declares("BOOL"), reals == 0, texts == 0, blobs == 0 { return ColumnMeaning(.boolean) }
    if isIdentifier, texts == 0, blobs == 0, reals == 0, values > 0 || declaresNumber {
      return ColumnMeaning(.identifier)
    }
    if values == 0 { return ColumnMeaning(declaredType) }
    if blobs == values { return ColumnMeaning(.blob) }
    if numbers.count == values { return numberMeaning }
    if texts == values, let meaning = textMeaning { return meaning }
    return ColumnMeaning(.text)
  }

  /// How a column is best shown whose type says already what its values are.
  /// - Parameter known: what it says; `nil` where the values have to.
  package func meaning(of known: FieldType?, isIdentifier: Bool) -> ColumnMeaning {
    guard let known else { return meaning(isIdentifier: false) }
    let guess = meaning(isIdentifier: isIdentifier && spelling == nil)
    switch (known, guess.type) {
    case (.number(let digits?), .number):
      return ColumnMeaning(.number(fractionDigits: digits), guess.format, unit: guess.unit)
    case (.number, .number), (.number, .identifier), (.timestamp, .timestamp): return guess
    default: return ColumnMeaning(known)
    }
  }

  private var textMeaning: ColumnMeaning? {
    if let meaning = times.meaning(of: texts, isNamed: namesTimes) { return meaning }
    if images == texts { return ColumnMeaning(.image) }
    if links + images == texts { return ColumnMeaning(.link) }
    if addresses == texts { return ColumnMeaning(.email) }
    if documents == texts || (declares("JSON") && documents > 0) { return ColumnMeaning(.json) }
    return nil
  }

  private var namesTimes: Bool { hints.isTime || declares("DATE") || declares("TIME") }

  // MARK: Numbers

  /// Texts that are numbers, each spelled in its own way.
  private var spelledType: FieldType {
    hints.isIdentifier ? .identifier : .number(fractionDigits: spelling?.shownDecimals)
  }

  private var numberMeaning: ColumnMeaning {
    if namesTimes, let time = numbers.storedTime(isNamed: true) { return ColumnMeaning(.identifier, .time(time)) }
    if numbers.isWhole, hints.isIdentifier { return ColumnMeaning(.identifier) }
    if hints.isYear, numbers.isWhole(within: 1_000...2_999) { return ColumnMeaning(.identifier) }
    if hints.isMonth, numbers.areMonths { return ColumnMeaning(.identifier) }
    if !hints.isQuantity, let time = numbers.storedTime(isNamed: false) {
      return ColumnMeaning(.identifier, .time(time))
    }
    return measured ?? ColumnMeaning(.number(fractionDigits: fractionDigits))
  }

  /// Numbers of which the name says in what they are measured, where their magnitude doesn't contradict it.
  private var measured: ColumnMeaning? {
    let number = FieldType.number(fractionDigits: fractionDigits)
    if let currency = hints.currency { return ColumnMeaning(number, unit: currency) }
    if hints.isPercent {
      let isShare = numbers.least >= -1 && numbers.greatest <= 1 && !numbers.isWhole
      return isShare ? ColumnMeaning(number, .percent) : ColumnMeaning(number, unit: "%")
    }
    guard numbers.least >= 0 else { return nil }
    if hints.isBytes, numbers.isWhole, numbers.greatest >= 1_000 { return ColumnMeaning(number, .bytes) }
    // What takes seconds at most is compared, not read as a clock.
    if hints.isMilliseconds {
      return numbers.mean >= 10_000 ? ColumnMeaning(number, .milliseconds) : ColumnMeaning(number, unit: "ms")
    }
    if hints.isSeconds {
      return numbers.isWhole && numbers.greatest >= 60
        ? ColumnMeaning(number, .duration) : ColumnMeaning(number, unit: "s")
    }
    // Years, whatever they are called: quantities differ by more.
    if !hints.isQuantity, numbers.isVaried, numbers.isWhole(within: 1_800...2_100) {
      return ColumnMeaning(number, .plain)
    }
    return nil
  }

  /// Digits behind the point that are always shown: those that the column declares, two for money with parts, one where none has more.
  private var fractionDigits: Int? {
    if let spelling { return spelling.shownDecimals }
    let most = numbers.mostFractionDigits
    if let scale = declaredScale, scale <= 4, most <= scale { return scale }
    if hints.isMoney, (1...2).contains(most) { return 2 }
    return most == 1 ? 1 : nil
  }

  /// `2` of `NUMERIC(10,2)`; `nil` for none.
  private var declaredScale: Int? {
    guard declared.hasPrefix("NUMERIC") || declared.hasPrefix("DECIMAL"), declared.last == ")",
      let comma = declared.lastIndex(of: ",")
    else { return declared == "MONEY" ? 2 : nil }
    let scale = Int(declared[declared.index(after: comma)...].dropLast().filter { $0 != " " }) ?? 0
    return scale > 0 ? scale : nil
  }

  // MARK: Declarations

  /// Whether the declared type has these letters, byte by byte: it is asked several times for each column of what a statement answers.
  private func declares(_ letters: String) -> Bool {
    let declared = declared.utf8.span, letters = letters.utf8.span
    var start = 0
    while start + letters.count <= declared.count {
      var same = 0
      while same < letters.count, declared[start + same] == letters[same] { same += 1 }
      if same == letters.count { return true }
      start += 1
    }
    return false
  }

  /// Without a value to go by, names and the declared type are all there is.
  private var declaredType: FieldType {
    if let spelling { return .number(fractionDigits: spelling.shownDecimals) }
    if declares("JSON") { return .json }
    if declares("BLOB") { return .blob }
    if declares("DATETIME") || declares("TIMESTAMP") { return .timestamp }
    if declared == "DATE" { return .date }
    guard declaresNumber else { return .text }
    return hints.isIdentifier ? .identifier : .number(fractionDigits: nil)
  }

  private var declaresNumber: Bool {
    ["INT", "REAL", "FLOA", "DOUB", "NUMERIC", "DECIMAL"].contains { declares($0) }
  }
}
