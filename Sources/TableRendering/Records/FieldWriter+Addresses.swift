import TableModel

/// Links, e-mail addresses and pictures. What isn't one of these after all is shown as text.
extension FieldWriter {
  @inline(__always) func writeLink(_ field: RecordField, _ row: RecordRow, _ style: Style, into html: inout ByteSink) {
    let text = row.stored(field)
    if style != .title, html.plainLink(text) { return }
    writeUnusualLink(field, row, style, into: &html)
  }

  @inline(never) private func writeUnusualLink(
    _ field: RecordField, _ row: RecordRow, _ style: Style, into html: inout ByteSink
  ) {
    let text = row.stored(field)
    guard let address = ExternalAddress(text) else { return writeText(field, row, style, into: &html) }
    if style == .title { return writeTitle(text.part(address.schemeLength..<text.count), into: &html) }
    writeLink(text, address, icon: nil, into: &html)
  }

  @inline(never) func writeEmail(_ field: RecordField, _ row: RecordRow, _ style: Style, into html: inout ByteSink) {
    let text = row.stored(field)
    guard style != .title, Self.isEmail(text) else { return writeText(field, row, style, into: &html) }
    html.markup("<a href=\"mailto:")
    html.text(text)
    html.markup("\">")
    html.text(text)
    html.markup("</a>")
  }

  /// A picture of this site is shown small; a strict content security policy takes no others, so they are links.
  @inline(never) func writeImage(
    _ field: RecordField, _ plan: FieldPlan, _ row: RecordRow, _ style: Style, into html: inout ByteSink
  ) {
    let text = row.stored(field)
    guard style != .title else { return writeText(field, row, style, into: &html) }
    if let address = ExternalAddress(text) {
      return writeLink(text, address, icon: plans.imageIcon, into: &html)
    }
    // A path from the root of this site: `//` and `/\` would lead to another host.
    guard text[0] == 0x2F, text.count == 1 || (text[1] != 0x2F && text[1] != 0x5C), ExternalAddress.isClean(text) else {
      return writeText(field, row, style, into: &html)
    }
    html.markup("<a href=\"")
    ExternalAddress.write(text, into: &html)
    html.markup("\"><img class=\"thumbnail\" src=\"")
    ExternalAddress.write(text, into: &html)
    writeThumbnailEnd(plan, row, into: &html)
  }

  /// The rest of a thumbnail, from the end of its address on. It is described by its column and the row's name.
  func writeThumbnailEnd(_ plan: FieldPlan, _ row: RecordRow, into html: inout ByteSink) {
    html.markup("\" width=\"24\" height=\"24\" alt=\"")
    plans.write(plan.title, into: &html)
    if plans.labelField >= 0 {
      let label = row.fields[plans.labelField]
      if label.isText, label.length > 0 {
        html.markup(": ")
        let text = row.stored(label)
        html.text(text.part(0..<text.prefixLength(characters: 80)))
      }
    }
    html.markup("\" loading=\"lazy\"></a>")
  }

  private func writeLink(
    _ text: UnsafeBufferPointer<UInt8>, _ address: ExternalAddress, icon: LiteralRange?, into html: inout ByteSink
  ) {
    html.markup("<a href=\"")
    let start = html.count
    if address.isPlain { html.text(text) } else { ExternalAddress.write(text, into: &html) }
    let end = html.count
    html.markup("\">")
    if let icon {
      plans.write(icon, into: &html)
      html.markup(" ")
    }
    if address.isPlain, address.isASCII {
      // The scheme holds nothing to escape, so what is shown was written already.
      html.append(again: (start + address.schemeLength)..<end)
    } else {
      let shown = text.part(address.schemeLength..<text.count)
      writeLine(shown, TextTraits(shown), into: &html)
    }
    html.markup("</a>")
  }

  /// One `@` between plain letters, and a dot in the name of the host. Nothing that would be an argument of a `mailto:` address.
  private static func isEmail(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count <= 254, let at = text.firstIndex(of: 0x40), at > 0, at + 3 < text.count else { return false }
    let host = text[(at + 1)...]
    let isLocal = text[..<at].allSatisfy { Self.isAlphanumeric($0) || [0x2E, 0x5F, 0x2B, 0x2D, 0x27].contains($0) }
    return isLocal && host.contains(0x2E) && host.allSatisfy { Self.isAlphanumeric($0) || $0 == 0x2E || $0 == 0x2D }
      && host.first != 0x2E && host.last != 0x2E
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
  }
}
