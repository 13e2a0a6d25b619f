import Glibc

/// What libFuzzer calls with each input (https://llvm.org/docs/LibFuzzer.html). A parser that is wrong traps.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // Valid for `count` bytes as long as the call lasts; libFuzzer's own.
  parser(UnsafeBufferPointer(start: start, count: count))
  return 0
}

/// Reads one input, and checks what must hold of the result.
typealias Parser = @Sendable (UnsafeBufferPointer<UInt8>) -> Void

/// The parser that the environment names.
private let parser: Parser = {
  let name = getenv("PARSER").map { String(cString: $0) } ?? ""
  guard let parser = parsers[name] else { fatalError("PARSER must be one of \(parsers.keys.sorted())") }
  return parser
}()

private let parsers: [String: Parser] = [
  "target": readTarget, "query": readQuery, "arguments": readArguments, "token": readToken, "place": readPlace,
  "json": readJSON, "document": readDocument, "nib": readNib, "csv": readCSV,
  "records": readRecords,
]
