import TableModel
internal import Yams

/// What a site file says about sections.
extension SiteFileReader {
  /// `sections: genre`, or `sections: {by: sent, as: day, footer: {count: true, sum: [price]}, index: true}`.
  mutating func sections(_ member: Member?) -> SiteFile.Sections? {
    guard let member, !member.value.isNull else { return nil }
    guard member.value.mapping != nil else { return name(member.value, "sections").map { .init(column: $0) } }
    let members = members(
      of: member.value, "sections", known: ["by", "as", "header", "footer", "index"], allowsNotes: false)
    guard let column = members["by"].flatMap({ name($0.value, "by") }) else {
      if members["by"] == nil { report("`sections` needs `by: column`", at: member.value) }
      return nil
    }
    var sections = SiteFile.Sections(column: column)
    sections.part =
      choice(
        members["as"], "part",
        ["value": .value, "letter": .letter, "year": .year, "month": .month, "day": .day]) ?? .value
    sections.header = members["header"].flatMap { $0.value.isNull ? nil : name($0.value, "header") }
    if let index = members["index"] { sections.hasIndex = flag(index, "index") }
    if let footer = members["footer"], !footer.value.isNull {
      let parts = self.members(
        of: footer.value, "a footer", known: ["count", "sum", "average", "nib"], allowsNotes: false)
      sections.footer = parts["nib"].flatMap { $0.value.isNull ? nil : name($0.value, "nib") }
      sections.countsRows = flag(parts["count"], "count")
      sections.sums = names(parts["sum"], "sum") ?? []
      sections.averages = names(parts["average"], "average") ?? []
    }
    return sections
  }
}
