import TableModel

/// The cells of a page as texts for a terminal, with their widths: written once, measured, then copied into their places.
struct TextCells: ~Copyable {
  struct Cell: BitwiseCopyable {
    var start: Int
    var length: Int32
    var width: Int32
    var isNumber: Bool
    var isNull: Bool
  }

  private var bytes: ByteSink
  private var cells: [Cell] = []
  private let width: Int

  /// - Parameters:
  ///   - decimals: the digits behind the point of each field's reals; -1 for as few as there can be.
  ///   - limits: the columns of the terminal that a text of each field takes at most.
  init(_ page: RecordPage, fields: [Int], decimals: [Int8], limits: [Int]) {
    bytes = ByteSink(capacity: page.count * fields.count * 16)
    width = fields.count
    cells.reserveCapacity(page.count * fields.count)
    defer { extendLifetime(page) }
    for row in 0..<page.count {
      let row = RecordRow(page, row: row)
      for index in fields.indices {
        append(row.fields[fields[index]], row, decimals: decimals[index], limit: limits[index])
      }
    }
  }

  private mutating func append(_ field: RecordField, _ row: RecordRow, decimals: Int8, limit: Int) {
    let start = bytes.count
    var width: Int?
    var isNumber = false
    switch field.kind {
    case .null:
      bytes.markup("∅")
      width = 1
    case .integer:
      isNumber = true
      bytes.number(field.integer)
    case .real:
      isNumber = true
      bytes.number(field.real, decimals: decimals)
    case .text, .textExcerpt: width = bytes.terminalText(row.stored(field), limit: limit)
    case .blob, .blobExcerpt:
      bytes.markup("blob, ")
      bytes.text(Int(field.length))
      bytes.markup(" bytes")
    }
    cells.append(
      Cell(
        start: start, length: Int32(bytes.count - start), width: Int32(width ?? bytes.count - start),
        isNumber: isNumber,
        isNull: field.isNull))
  }

  func cell(row: Int, column: Int) -> Cell { cells[row * width + column] }

  func copy(_ cell: Cell, into text: inout ByteSink) {
    bytes.withBytes { text.append($0.part(cell.start..<(cell.start + Int(cell.length)))) }
  }

  /// The width of the widest cell of a column, and whether all of its values are numbers.
  func summary(ofColumn column: Int) -> (width: Int, isNumeric: Bool) {
    var widest: Int32 = 0
    var numbers = 0, others = 0
    for index in stride(from: column, to: cells.count, by: max(width, 1)) {
      let cell = cells[index]
      widest = max(widest, cell.width)
      if cell.isNumber { numbers += 1 } else if !cell.isNull { others += 1 }
    }
    return (Int(widest), numbers > 0 && others == 0)
  }
}
