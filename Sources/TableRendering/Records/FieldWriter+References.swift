import TableModel

/// References: links to the row that a value names, by its label where it has one.
extension FieldWriter {
  @inline(never) func writeReference(
    _ field: RecordField, _ plan: FieldPlan, _ row: RecordRow, _ style: Style, into html: inout ByteSink
  ) {
    let label = plan.labelField < 0 ? nil : Self.label(row.fields[Int(plan.labelField)])
    if style == .title {
      if let label { writeTitle(row.stored(label), into: &html) } else { writeTitleValue(field, row, into: &html) }
      return
    }
    // What is too long for an address names no row.
    guard field.isInteger || Int(field.length) <= RowKey.byteLimit else {
      return writeText(field, row, style, into: &html)
    }
    if plan.manyValued >= 0 {
      guard writeAddress(plans.references[Int(plan.manyValued)], plan, row, into: &html) else {
        return field.isInteger ? html.number(field.integer) : writeText(field, row, style, into: &html)
      }
    } else {
      html.markup("<a href=\"")
      plans.write(plan.referencePrefix, into: &html)
      if field.isInteger {
        // A text column stores the number as a text.
        html.number(field.integer)
      } else if plan.isInQuery {
        html.queryEncoded(row.stored(field))
      } else {
        html.keyPart(field, row, isText: plan.refersToText)
      }
    }
    html.markup("\">")
    guard let label else {
      writeTitleValue(field, row, into: &html)
      return html.markup("</a>")
    }
    writeTitle(row.stored(label), into: &html)
    html.markup("</a> <small>")
    writeTitleValue(field, row, into: &html)
    html.markup("</small>")
  }

  /// Writes the address of a row that several values name together; nothing, and returns false, where one of them is null or can't
  /// stand in an address.
  private func writeAddress(
    _ parts: [ReferencePart], _ plan: FieldPlan, _ row: RecordRow, into html: inout ByteSink
  ) -> Bool {
    let isAddress = parts.allSatisfy { part in
      let field = row.fields[part.field]
      return switch field.kind {
      case .integer: true
      case .text: Int(field.length) <= RowKey.byteLimit
      case .blob: !plan.isInQuery && Int(field.length) <= RowKey.byteLimit
      case .real: !plan.isInQuery
      case .null, .textExcerpt, .blobExcerpt: false
      }
    }
    guard isAddress else { return false }
    html.markup("<a href=\"")
    for part in parts {
      plans.write(part.separator, into: &html)
      let field = row.fields[part.field]
      if field.isInteger {
        html.number(field.integer)
      } else if plan.isInQuery {
        html.queryEncoded(row.stored(field))
      } else {
        html.keyPart(field, row, isText: part.isText)
      }
    }
    return true
  }

  /// A label that can be read: text that isn't empty.
  @inline(__always) private static func label(_ field: RecordField) -> RecordField? {
    field.isText && field.length > 0 ? field : nil
  }

  @inline(__always) private func writeTitleValue(_ field: RecordField, _ row: RecordRow, into html: inout ByteSink) {
    if field.isInteger { html.number(field.integer) } else { writeTitle(row.stored(field), into: &html) }
  }
}
