/// How a value lies in the bytes of a binary result. Statements ask for all other types as texts.
enum BinaryForm: Sendable {
  case integer, real, blob, text

  /// The form of a type, by the numbers that PostgreSQL's own types have everywhere (`pg_type.dat` in its sources).
  init(type: UInt32) {
    self =
      switch type {
      case 16, 20, 21, 23, 26: .integer
      case 700, 701: .real
      case 17: .blob
      default: .text
      }
  }

  /// A boolean, or an integer of 2, 4 or 8 bytes, the highest first. Only `oid` has no sign; what is read of it here is below 2^31.
  @inline(__always) static func integer(_ bytes: UnsafeRawBufferPointer) -> Int64 {
    switch bytes.count {
    case 1: Int64(bytes[0])
    case 2: Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
    case 4: Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
    case 8: Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
    default: 0
    }
  }

  /// A number of IEEE 754: one of 4 bytes is the number whose shortest form it has, `0.1` and not `0.10000000149`.
  @inline(__always) static func real(_ bytes: UnsafeRawBufferPointer) -> Double {
    guard bytes.count == 4 else {
      return Double(bitPattern: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)))
    }
    let number = Float(bitPattern: UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self)))
    return Double(number.description) ?? Double(number)
  }
}
