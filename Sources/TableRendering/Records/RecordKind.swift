package import TableModel

/// What rows of one kind have in common. A class, so that a row points to it.
package final class RecordKind: Sendable {
  /// Which of the registered cells draws them.
  package let variant: ViewVariant
  /// What rows have to meet to be of this kind; nothing for all.
  package let conditions: [RecordCondition]
  /// What stands at the end of a row.
  package let accessory: CellAccessory
  /// The height to reserve for a row, in CSS pixels.
  package let height: Int?
  let link: @Sendable (Record) -> String?
  /// Makes what the kind's cell draws; `nil` for a row that it isn't for.
  private let makeModel: (@Sendable (Record) -> (any CellViewModel)?)?
  /// The conditions that a value is one text, which most are. They are numbers alone: a condition taken out of an array is copied with
  /// all that it is held against, for every row.
  private let equalities: [TextEquality]
  /// The texts of those, one after the other.
  private let texts: [UInt8]
  private let others: [RecordCondition]

  private struct TextEquality {
    var column: Int
    var start: Int
    var count: Int
  }

  /// A kind of row.
  package convenience init(
    variant: ViewVariant, conditions: [RecordCondition] = [], accessory: CellAccessory = .none, height: Int? = nil,
    link: @escaping @Sendable (Record) -> String? = { _ in nil }
  ) {
    self.init(variant, conditions, accessory, height, link, makeModel: nil)
  }

  /// A kind whose rows are drawn by a cell for view models.
  /// - Parameter makeModel: makes the view model of a row; `nil` for a row of another kind.
  package convenience init(
    variant: ViewVariant, link: @escaping @Sendable (Record) -> String?,
    makeModel: @escaping @Sendable (Record) -> (any CellViewModel)?
  ) {
    self.init(variant, [], .none, nil, link, makeModel: makeModel)
  }

  private init(
    _ variant: ViewVariant, _ conditions: [RecordCondition], _ accessory: CellAccessory, _ height: Int?,
    _ link: @escaping @Sendable (Record) -> String?, makeModel: (@Sendable (Record) -> (any CellViewModel)?)?
  ) {
    self.makeModel = makeModel
    self.variant = variant
    self.conditions = conditions
    self.accessory = accessory
    self.height = height
    self.link = link
    var equalities: [TextEquality] = []
    var texts: [UInt8] = []
    for condition in conditions {
      guard let text = condition.text else { continue }
      equalities.append(TextEquality(column: condition.column, start: texts.count, count: text.count))
      texts += text
    }
    self.equalities = equalities
    self.texts = texts
    others = conditions.filter { $0.text == nil }
  }

  /// Whether all rows are of this kind that are of no other.
  package var isForAll: Bool { conditions.isEmpty && makeModel == nil }

  /// A row as a cell of this kind; `nil` if it is of another.
  func item(_ record: Record) -> RecordItem? {
    guard isMet(by: record) else { return nil }
    guard let makeModel else { return RecordItem(record, kind: self) }
    return makeModel(record).map { RecordItem(record, kind: self, model: $0) }
  }

  /// Whether a row is of this kind.
  func isMet(by record: Record) -> Bool {
    guard !conditions.isEmpty else { return true }
    defer { extendLifetime(record.page) }
    let row = RecordRow(record.page, row: record.row)
    let fieldCount = record.schema.fieldCount
    for place in equalities.indices {
      let equality = equalities[place]
      precondition(equality.column >= 0 && equality.column < fieldCount, "a condition is on a column of its table")
      let field = row.fields[equality.column]
      guard field.isText, Int(field.length) == equality.count else { return false }
      // Compared where they are: a slice of the array would hold on to it, and let go again, for every row.
      let stored = row.stored(field)
      let isEqual = texts.withUnsafeBufferPointer { texts in
        stored.elementsEqual(texts.part(equality.start..<(equality.start + equality.count)))
      }
      guard isEqual else { return false }
    }
    for place in others.indices where !others[place].isMet(by: record) { return false }
    return true
  }
}
