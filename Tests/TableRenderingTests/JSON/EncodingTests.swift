import SeededNumbers
import Testing

@testable import TableRendering

private func json(_ value: some Encodable) throws -> String { try written { try $0.json(value) } }

private struct Point: Encodable {
  var y = 1
  var x = 2.5
  var label: String?
  var tags = ["a", "\"b\""]
  var inner = Inner()

  struct Inner: Encodable {
    var isOn = true
    var nothing: Int?
  }
}

@Test func keysKeepTheirOrder() throws {
  #expect(try json(Point()) == #"{"y":1,"x":2.5,"tags":["a","\"b\""],"inner":{"isOn":true}}"#)
}

@Test func integersOfAllSizesAreWhole() throws {
  #expect(try json([Int8.min]) == "[-128]")
  #expect(try json([UInt8.max]) == "[255]")
  #expect(try json([Int16.min]) == "[-32768]")
  #expect(try json([UInt16.max]) == "[65535]")
  #expect(try json([Int32.min]) == "[-2147483648]")
  #expect(try json([UInt32.max]) == "[4294967295]")
  #expect(try json([Int64.min]) == "[-9223372036854775808]")
  #expect(try json([UInt64.max]) == "[18446744073709551615]")
  #expect(try json([UInt.max]) == "[18446744073709551615]")
}

@Test func scalarsStandAlone() throws {
  #expect(try json("a") == "\"a\"")
  #expect(try json(0.1 as Float) == "0.1")
  #expect(try json(Float.infinity) == "null")
  #expect(try json(Double.nan) == "null")
  #expect(try json(false) == "false")
  #expect(try json(Int?.none) == "null")
  #expect(try json([1, nil, 3]) == "[1,null,3]")
  #expect(try json(["k": [["a": 1.5]]]) == #"{"k":[{"a":1.5}]}"#)
  #expect(try json([Int]()) == "[]")
  #expect(try json([String: Int]()) == "{}")
}

private enum Key: String, CodingKey { case a, b, c }

/// Fills two nested containers in turns, and its own keys after them.
private struct Interleaved: Encodable {
  func encode(to encoder: any Encoder) throws {
    var own = encoder.container(keyedBy: Key.self)
    var first = own.nestedContainer(keyedBy: Key.self, forKey: .a)
    var second = own.nestedUnkeyedContainer(forKey: .b)
    try own.encode(9, forKey: .c)
    try second.encode(1)
    try first.encode("x", forKey: .a)
    try second.encodeNil()
    var deep = second.nestedUnkeyedContainer()
    try first.encode(Point.Inner(), forKey: .b)
    try deep.encode("deep")
    _ = second.nestedContainer(keyedBy: Key.self)
  }
}

/// What may be filled at any time is put together elsewhere, and belongs to the answer all the same.
@Test func nestedContainersKeepToTheLimitOfAnAnswer() throws {
  var sink = ByteSink(capacity: 64, limit: 4096)
  let fragment = JSONFragment()
  try fragment.write(Interleaved(), into: &sink)
  let length = sink.count
  for number in 2...10 {
    try fragment.write(Interleaved(), into: &sink)
    #expect(sink.count == number * length)
  }
  #expect(throws: EncodingError.self) { try fragment.write(Twice(), into: &sink) }
  #expect(sink.count == 10 * length)
  while !sink.isFull, sink.count < 8192 { try fragment.write(Interleaved(), into: &sink) }
  #expect(sink.isFull && sink.count < 8192)
}

@Test func nestedContainersMayBeFilledInAnyOrder() throws {
  #expect(try json(Interleaved()) == #"{"a":{"a":"x","b":{"isOn":true}},"b":[1,null,["deep"],{}],"c":9}"#)
  #expect(try json([Interleaved(), Interleaved()]).hasSuffix(#""c":9}]"#))
}

private class Animal: Encodable {
  var legs = 4
}

private final class Dog: Animal {
  override func encode(to encoder: any Encoder) throws {
    var own = encoder.container(keyedBy: Key.self)
    let base = own.superEncoder()
    try own.encode("Rex", forKey: .a)
    try super.encode(to: base)
    try super.encode(to: own.superEncoder(forKey: .b))
  }
}

private final class Cat: Animal {
  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var own = encoder.container(keyedBy: Key.self)
    try own.encode("Tom", forKey: .a)
  }
}

@Test func superClassesAreEncoded() throws {
  #expect(try json(Dog()) == #"{"super":{"legs":4},"a":"Rex","b":{"legs":4}}"#)
  #expect(try json(Cat()) == #"{"legs":4,"a":"Tom"}"#)
}

private struct Nothing: Encodable {
  func encode(to encoder: any Encoder) throws {}
}

private struct Failing: Encodable {
  func encode(to encoder: any Encoder) throws {
    var own = encoder.container(keyedBy: Key.self)
    try own.encode(1, forKey: .a)
    throw NibError(nib: "", line: 1, column: 1, message: "no")
  }
}

private struct Twice: Encodable {
  func encode(to encoder: any Encoder) throws {
    var single = encoder.singleValueContainer()
    try single.encode(1)
    try single.encode(2)
  }
}

private struct Mixed: Encodable {
  func encode(to encoder: any Encoder) throws {
    var own = encoder.container(keyedBy: Key.self)
    try own.encode(1, forKey: .a)
    _ = encoder.unkeyedContainer()
  }
}

@Test func aValueThatEncodesNothingIsAnEmptyObject() throws {
  #expect(try json([Nothing()]) == "[{}]")
}

@Test func failuresLeaveNothingBehind() throws {
  var sink = ByteSink()
  sink.markup("[")
  #expect(throws: NibError.self) { try sink.json(Failing()) }
  #expect(throws: EncodingError.self) { try sink.json([Twice()]) }
  #expect(throws: EncodingError.self) { try sink.json(Mixed()) }
  try sink.json(1)
  #expect(sink.string == "[1")
}

@Test func encodedTreesReadBackAsTheSame() throws {
  var generator = SeededGenerator(seed: 13)
  for _ in 0..<300 {
    let value = tree(3, &generator)
    #expect(try NibValue(json: json(Tree(value: value))) == value)
  }
}

private func tree(_ depth: Int, _ generator: inout SeededGenerator) -> NibValue {
  switch UInt8.random(in: 0...(depth > 0 ? 6 : 4), using: &generator) {
  case 0: return nil
  case 1: return .boolean(Bool.random(using: &generator))
  case 2: return .integer(Int64(bitPattern: generator.next()))
  case 3: return .real(Double.random(in: -1e6...1e6, using: &generator))
  case 4: return .text(generator.text(upTo: 10))
  case 5: return .list((0..<3).map { _ in tree(depth - 1, &generator) })
  default:
    var object: [String: NibValue] = [:]
    for _ in 0..<3 { object[generator.text(upTo: 5)] = tree(depth - 1, &generator) }
    return .object(object)
  }
}

/// A value of a nib as something to encode.
private struct Tree: Encodable {
  let value: NibValue

  func encode(to encoder: any Encoder) throws {
    switch value {
    case .object(let object):
      var own = encoder.container(keyedBy: AnyKey.self)
      for (key, value) in object { try own.encode(Tree(value: value), forKey: AnyKey(stringValue: key)) }
    case .list(let list):
      var own = encoder.unkeyedContainer()
      for value in list { try own.encode(Tree(value: value)) }
    default:
      var own = encoder.singleValueContainer()
      switch value {
      case .boolean(let value): try own.encode(value)
      case .integer(let value): try own.encode(value)
      case .real(let value): try own.encode(value)
      case .text(let value): try own.encode(value)
      default: try own.encodeNil()
      }
    }
  }

  private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
