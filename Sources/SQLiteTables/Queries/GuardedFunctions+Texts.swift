internal import CSQLite
internal import SQLTables

extension GuardedFunctions {
  private static let refusal = "the values are too long to search"

  /// `like(pattern, text, escape)`, which is `text LIKE pattern ESCAPE escape`.
  func like(_ call: FunctionCall) {
    guard let (pattern, text) = patternAndText(call) else { return }
    var escape: UInt32 = 0
    if call.values.count == 3 {
      let scalars = call.text(2).map { String(decoding: $0, as: UTF8.self) }?.unicodeScalars
      guard let scalar = scalars?.first, scalars?.dropFirst().isEmpty == true else {
        return call.refuse("ESCAPE expression must be a single character")
      }
      guard scalar != "%", scalar != "_" else { return call.refuse("ESCAPE can't be % or _") }
      escape = scalar.value
    }
    call.answer(sqlite3_strlike(pattern, text, escape) == 0 ? 1 : 0)
  }

  /// `glob(pattern, text)`, which is `text GLOB pattern`.
  func glob(_ call: FunctionCall) {
    guard let (pattern, text) = patternAndText(call) else { return }
    call.answer(sqlite3_strglob(pattern, text) == 0 ? 1 : 0)
  }

  /// A pattern and a text that may be held against each other; `nil` where the answer is given.
  private func patternAndText(
    _ call: FunctionCall
  ) -> (UnsafePointer<CChar>, UnsafePointer<CChar>)? {
    // A blob is found out before a null.
    if Self.patternsOmitBlobs, call.isBlob(0) || call.isBlob(1) {
      call.answer(0)
      return nil
    }
    if call.hasNull { return nil }
    guard let pattern = call.text(0), let text = call.text(1), let patternStart = pattern.baseAddress,
      let textStart = text.baseAddress
    else { return nil }
    guard pattern.count <= RowCondition.patternByteLimit else {
      call.refuse("LIKE or GLOB pattern too complex")
      return nil
    }
    guard pattern.count * text.count <= Self.costLimit else {
      call.refuse(Self.refusal)
      return nil
    }
    // Bytes are read as characters of C, which they are to SQLite.
    return (
      UnsafeRawPointer(patternStart).assumingMemoryBound(to: CChar.self),
      UnsafeRawPointer(textStart).assumingMemoryBound(to: CChar.self)
    )
  }

  /// `instr(text, wanted)`: the place of the first character, counted from 1; of the first byte where both are blobs.
  func instr(_ call: FunctionCall) {
    if call.hasNull { return }
    let areBlobs = call.isBlob(0) && call.isBlob(1)
    guard let text = areBlobs ? call.blob(0) : call.text(0), let wanted = areBlobs ? call.blob(1) : call.text(1) else {
      return
    }
    guard let first = wanted.first else { return call.answer(1) }
    // A text is searched character by character: what begins within one can only be at the start.
    let isWithin = !areBlobs && Self.continuesCharacter(first)
    let searched = isWithin ? min(wanted.count, text.count) : text.count
    let place = csqlite_find(text.baseAddress, searched, wanted.baseAddress, wanted.count)
    guard place >= 0 else { return call.answer(0) }
    guard !areBlobs, place > 0 else { return call.answer(place + 1) }
    call.answer(1 + text[1...place].reduce(0) { Self.continuesCharacter($1) ? $0 : $0 + 1 })
  }

  /// `replace(text, old, new)`.
  func replace(_ call: FunctionCall) {
    if call.hasNull { return }
    guard let text = call.text(0), let old = call.text(1), let new = call.text(2) else { return }
    guard let first = old.first, first != 0 else {
      sqlite3_result_value(call.context, call.values[0])
      return
    }
    let limit = call.valueBytes
    var result: [UInt8] = []
    var rest = text
    while true {
      let place = csqlite_find(rest.baseAddress, rest.count, old.baseAddress, old.count)
      result += place < 0 ? rest[...] : rest[..<place]
      if place >= 0 { result += new }
      guard result.count <= limit else { return sqlite3_result_error_toobig(call.context) }
      if place < 0 { break }
      rest = UnsafeBufferPointer(rebasing: rest[(place + old.count)...])
    }
    // The destructor -1 is SQLITE_TRANSIENT: SQLite copies before the call returns.
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    result.append(0)
    result.withUnsafeBytes { bytes in
      let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      sqlite3_result_text64(call.context, start, UInt64(bytes.count - 1), transient, UInt8(SQLITE_UTF8))
    }
  }

  /// `trim(text, characters)` and its like: each character of the text is looked for among the others.
  func trim(_ name: String, _ call: FunctionCall) {
    if call.hasNull { return }
    guard let text = call.text(0), let characters = call.text(1) else { return }
    guard text.count * characters.count <= Self.costLimit / 16 else { return call.refuse(Self.refusal) }
    engine.answer(call, calling: name)
  }

  private static func continuesCharacter(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
