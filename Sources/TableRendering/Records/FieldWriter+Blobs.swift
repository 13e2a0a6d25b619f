import TableModel

/// Bytes: their size with a download, and pictures as such.
extension FieldWriter {
  @inline(never) func writeBlob(
    _ field: RecordField, _ plan: FieldPlan, _ row: RecordRow, _ style: Style, into html: inout ByteSink
  ) {
    // Where rows can't be named there is no address; within a link to the row there can't be another link.
    guard style != .title, isNamed(row) else {
      plans.write(plans.blobIcon, into: &html)
      html.markup(" ")
      return html.byteSize(Int(field.length))
    }
    let isPicture = PictureKind(row.stored(field)) != nil
    html.markup("<a href=\"")
    writeBlobAddress(plan, row, into: &html)
    if isPicture {
      html.markup("\"><img class=\"thumbnail\" src=\"")
      writeBlobAddress(plan, row, into: &html)
      writeThumbnailEnd(plan, row, into: &html)
      guard style == .page else { return }
      html.markup(" <small>")
      html.byteSize(Int(field.length))
      return html.markup("</small>")
    }
    html.markup("\" download>")
    plans.write(plans.blobIcon, into: &html)
    html.markup("<span class=\"visually-hidden\">download</span> ")
    html.byteSize(Int(field.length))
    html.markup("</a>")
  }

  func writeBlobAddress(_ plan: FieldPlan, _ row: RecordRow, into html: inout ByteSink) {
    writeAddress(row, into: &html)
    plans.write(plan.blobSuffix, into: &html)
  }
}

extension ByteSink {
  /// A number of bytes as people say it, in decimal units: `12 bytes`, `88 kB`, `1.4 MB`.
  package mutating func byteSize(_ bytes: Int) {
    switch bytes {
    case 1: return markup("1 byte")
    case ..<1000:
      grouped(bytes)
      return markup(" bytes")
    case ..<999_500:
      grouped((bytes + 500) / 1000)
      return markup(" kB")
    case ..<999_950_000:
      grouped(Double(bytes) / 1e6, fractionDigits: 1)
      return markup(" MB")
    default:
      grouped(Double(bytes) / 1e9, fractionDigits: 1)
      markup(" GB")
    }
  }
}
