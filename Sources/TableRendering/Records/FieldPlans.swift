import TableModel
internal import TextCoding

/// The plans of all columns of a table, and the literals that they point to.
///
/// Unchecked: the blocks are written in `init` and only read from there on, until `deinit` frees them. Whoever reads them extends the
/// life of this to the end of reading, as with `RecordJSONKeys`.
final class FieldPlans: @unchecked Sendable {
  /// One for each column of the schema.
  let plans: UnsafeBufferPointer<FieldPlan>
  /// Fields that make the key.
  let keys: UnsafeBufferPointer<KeyPlan>
  /// References of several columns.
  let references: [[ReferencePart]]
  /// The field that holds the row ID; -1 for none.
  let rowIDField: Int
  /// The field of the row's name; -1 for none.
  let labelField: Int
  /// `/chinook/Track/`, which a key goes behind.
  let rowPrefix: LiteralRange
  let yes: LiteralRange
  let no: LiteralRange
  let blobIcon: LiteralRange
  let imageIcon: LiteralRange
  private let literals: NibCode
  /// The nibs of columns that have one of their own.
  let own: [Int: RecordCell]
  /// The keys of the chosen rows; empty where none can be chosen.
  let chosen: Set<String>

  init(_ schema: RecordSchema, _ links: RecordLinks, own: [Int: RecordCell] = [:], chosen: Set<String> = []) {
    self.own = own
    self.chosen = chosen
    var collector = LiteralCollector()
    rowPrefix = collector.add { html in
      html.address(links.table)
      html.markup("/")
    }
    yes = collector.add { Self.icon("icon boolean-true", links.sprite, "on", word: "true", into: &$0) }
    no = collector.add { Self.icon("icon boolean-false", links.sprite, "off", word: "false", into: &$0) }
    blobIcon = collector.add { Self.icon("icon", links.sprite, "blob", into: &$0) }
    imageIcon = collector.add { Self.icon("icon", links.sprite, "image", into: &$0) }
    var references: [[ReferencePart]] = []
    var columns = schema.columns.map { column in
      var plan = Self.plan(column, links, &collector)
      if let reference = column.reference, !reference.isOfOneValue {
        plan.manyValued = Int32(references.count)
        references.append(Self.parts(reference, links, &collector))
      }
      return plan
    }
    self.references = references
    for column in own.keys where columns.indices.contains(column) { columns[column].form = .own }
    let planned = UnsafeMutableBufferPointer<FieldPlan>.allocate(capacity: columns.count)
    _ = planned.initialize(from: columns)
    plans = UnsafeBufferPointer(planned)
    let named = UnsafeMutableBufferPointer<KeyPlan>.allocate(capacity: schema.keyFields.count)
    _ = named.initialize(from: zip(schema.keyFields, schema.keyForms).map { KeyPlan(field: $0, isText: $1 == .text) })
    keys = UnsafeBufferPointer(named)
    rowIDField = schema.rowIDField ?? -1
    labelField = schema.labelColumn ?? -1
    literals = NibCode(collector.bytes, [])
  }

  deinit {
    plans.deallocate()
    keys.deallocate()
  }

  /// Writes one of the literals, which are markup already.
  @inline(__always) func write(_ range: LiteralRange, into html: inout ByteSink) {
    guard let start = literals.literals.baseAddress else { return }
    html.append(literal: start + Int(range.start), count: Int(range.count))
  }

  private static func plan(
    _ column: RecordSchema.Column, _ links: RecordLinks, _ collector: inout LiteralCollector
  ) -> FieldPlan {
    var digits: Int8 = -1
    if case .number(let fractionDigits) = column.type,
      let fractionDigits = fractionDigits ?? column.spelling?.shownDecimals
    {
      digits = Int8(clamping: min(max(fractionDigits, 0), 12))
    }
    if case .fixed(let wanted) = column.format { digits = Int8(clamping: min(max(wanted, 0), 12)) }
    let isFormatted = column.reference == nil && (column.format != nil || column.unit != nil)
    var form = isFormatted && column.type.mayBeFormatted ? FieldPlan.Form.formatted : FieldPlan.Form(column.type)
    var storedTime: StoredTime?
    if isFormatted, case .time(let time) = column.format { (form, storedTime) = (.time, time) }
    let prefix = column.reference.map { reference in
      collector.add { html in
        Self.writeTable(reference, links, into: &html)
        if reference.isKey { return html.markup("/") }
        html.markup("?")
        Self.writeArgument(reference.column, into: &html)
      }
    }
    let suffix = collector.add { html in
      html.markup("/-/blob/")
      html.tildeEncoded(column.name)
    }
    return FieldPlan(
      form: form,
      fractionDigits: digits,
      decimals: column.decimals,
      format: FieldPlan.Format(column.format),
      storedTime: storedTime ?? .midnight,
      unit: collector.add { html in
        guard let unit = column.unit else { return }
        html.markup("<span class=\"unit\">\u{A0}")
        html.text(unit)
        html.markup("</span>")
      }, referencePrefix: prefix ?? LiteralRange(),
      isInQuery: column.reference?.isKey == false, refersToText: column.reference?.keyForm == .text, manyValued: -1,
      labelField: Int32(column.reference?.labelField ?? -1), blobSuffix: suffix,
      title: collector.add { $0.text(RecordColumns.title(of: column)) })
  }

  private static func parts(
    _ reference: RecordSchema.Reference, _ links: RecordLinks, _ collector: inout LiteralCollector
  ) -> [ReferencePart] {
    reference.parts.enumerated().map { place, part in
      let separator = collector.add { html in
        if place == 0 { writeTable(reference, links, into: &html) }
        if reference.isKey { return html.markup(place == 0 ? "/" : ",") }
        html.markup(place == 0 ? "?" : "&amp;")
        writeArgument(part.column, into: &html)
      }
      return ReferencePart(separator: separator, field: part.field, isText: part.keyForm == .text)
    }
  }

  private static func writeTable(
    _ reference: RecordSchema.Reference, _ links: RecordLinks, into html: inout ByteSink
  ) {
    html.address(links.database)
    html.markup("/")
    html.tildeEncoded(reference.table)
  }

  private static func writeArgument(_ column: String, into html: inout ByteSink) {
    html.queryEncoded(FilterArgument.name(of: column))
    html.markup("=")
  }

  private static func icon(
    _ names: StaticString, _ sprite: String, _ icon: StaticString, word: StaticString? = nil, into html: inout ByteSink
  ) {
    html.markup("<svg class=\"")
    html.markup(names)
    html.markup("\" aria-hidden=\"true\"><use href=\"")
    html.address(sprite)
    html.markup("#")
    html.markup(icon)
    html.markup("\"/></svg>")
    guard let word else { return }
    html.markup("<span class=\"visually-hidden\">")
    html.markup(word)
    html.markup("</span>")
  }
}

extension FieldType {
  /// Whether values are numbers, which formats and units are for.
  fileprivate var mayBeFormatted: Bool {
    switch self {
    case .number, .identifier, .text: true
    case .boolean, .date, .timestamp, .link, .image, .email, .json, .blob: false
    }
  }
}
