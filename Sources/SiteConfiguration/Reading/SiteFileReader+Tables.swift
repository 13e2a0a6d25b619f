import RichTextRendering
import TableModel
import TableRendering
internal import Yams

/// What a site file says about tables and their columns.
extension SiteFileReader {
  mutating func table(_ name: String, _ member: Member) -> SiteFile.Table {
    var table = SiteFile.Table(name: name)
    table.place = member.key.place
    guard !member.value.isNull else { return table }
    let members = members(
      of: member.value, "the table “\(name)”",
      known: [
        "title", "description", "description_html", "columns", "units", "column_types", "column_order", "label_column",
        "fts_table", "fts_pk", "sort", "sort_desc", "sortable_columns", "size", "facets", "facet_size", "hidden",
        "editable", "cells", "sections",
        "empty", "tree", "move", "actions",
      ])
    table.title = text(members["title"], "title")
    table.description = description(members)
    table.notes = notes(members)
    table.columns = columns(members)
    table.columnOrder = names(members["column_order"], "column_order") ?? []
    table.labelColumns = names(members["label_column"], "label_column") ?? []
    table.searchIndex = members["fts_table"].flatMap { $0.value.isNull ? nil : self.name($0.value, "fts_table") }
    table.searchKey = members["fts_pk"].flatMap { $0.value.isNull ? nil : self.name($0.value, "fts_pk") }
    table.sort = (names(members["sort"], "sort") ?? []).map { ($0, false) }
    table.sort += (names(members["sort_desc"], "sort_desc") ?? []).map { ($0, true) }
    table.sortableColumns = names(members["sortable_columns"], "sortable_columns")
    table.size = count(members["size"], "size")
    table.facets = facets(members["facets"])
    table.facetSize = count(members["facet_size"], "facet_size")
    table.isHidden = flag(members["hidden"], "hidden")
    table.empty = members["empty"].flatMap { $0.value.isNull ? nil : self.name($0.value, "empty") }
    table.sections = sections(members["sections"])
    table.tree = members["tree"].flatMap { $0.value.isNull ? nil : self.name($0.value, "tree") }
    table.move = members["move"].flatMap { $0.value.isNull ? nil : self.name($0.value, "move") }
    table.actions = actions(members["actions"])
    table.cells = cells(members["cells"])
    table.editable = editing(members["editable"])
    return table
  }

  private mutating func columns(_ members: [String: Member]) -> [SiteFile.Column] {
    var columns: [SiteFile.Column] = []
    for (name, member) in named(members["columns"], "columns") { columns.append(column(name, member)) }
    for (name, member) in named(members["units"], "units") {
      let unit = text(member, "unit of “\(name)”")
      if let known = columns.firstIndex(where: { $0.name.text == name }) {
        columns[known].unit = unit
      } else {
        var column = SiteFile.Column(name: PlacedName(name, at: member.key.place))
        column.unit = unit
        columns.append(column)
      }
    }
    for (name, member) in named(members["column_types"], "column_types") {
      // Types of plugins say nothing here.
      guard let word = member.value.scalar?.string,
        let type = SiteFile.Column.types.first(where: { $0.key == word })?.value
      else {
        ignored.append(("column_types", member.key.place))
        continue
      }
      if let known = columns.firstIndex(where: { $0.name.text == name }) {
        columns[known].type = columns[known].type ?? type
      } else {
        var column = SiteFile.Column(name: PlacedName(name, at: member.key.place))
        column.type = type
        columns.append(column)
      }
    }
    return columns
  }

  /// A column's keys; a text alone is its description, as in Datasette.
  private mutating func column(_ name: String, _ member: Member) -> SiteFile.Column {
    var column = SiteFile.Column(name: PlacedName(name, at: member.key.place))
    guard !member.value.isNull else { return column }
    if member.value.scalar != nil {
      column.description = markdown(member, "description of “\(name)”")
      return column
    }
    let members = members(
      of: member.value, "the column “\(name)”",
      known: ["title", "description", "description_html", "type", "format", "unit", "hidden", "nib"])
    column.title = text(members["title"], "title")
    column.description = description(members)
    column.type = choice(members["type"], "type", SiteFile.Column.types)
    column.format = format(members["format"])
    column.unit = text(members["unit"], "unit")
    column.nib = members["nib"].flatMap { $0.value.isNull ? nil : self.name($0.value, "nib") }
    column.isHidden = flag(members["hidden"], "hidden")
    return column
  }

  /// A word, or the picture of a number: `0.00`.
  private mutating func format(_ member: Member?) -> ValueFormat? {
    guard let member, !member.value.isNull else { return nil }
    let word = member.value.scalar?.string ?? ""
    let picture = word.hasPrefix("#,##") ? word.dropFirst(4) : word[...]
    if picture.first == "0", picture.dropFirst().isEmpty || picture.dropFirst().first == ".",
      picture.dropFirst(2).allSatisfy({ $0 == "0" }), picture.count <= 14, picture != "0."
    {
      return .fixed(fractionDigits: max(picture.count - 2, 0))
    }
    return choice(member, "format", SiteFile.Column.formats)
  }

  /// Names of columns, or `{array: tags}` and `{date: created}`.
  private mutating func facets(_ member: Member?) -> [(kind: Facet.Kind, column: PlacedName)] {
    guard let member, !member.value.isNull else { return [] }
    guard let elements = member.value.sequence else {
      report("facets must be a list of columns, such as [color, {array: tags}, {date: created}]", at: member.value)
      return []
    }
    let kinds: KeyValuePairs<String, Facet.Kind> = ["column": .column, "array": .array, "date": .date]
    return elements.flatMap { element -> [(kind: Facet.Kind, column: PlacedName)] in
      guard let mapping = element.mapping else {
        return name(element, "a column of facets").map { [(.column, $0)] } ?? []
      }
      return mapping.compactMap { key, value in
        guard let kind = choice((key, key), "kind of facet", kinds) else { return nil }
        return name(value, "a column of facets").map { (kind, $0) }
      }
    }
  }

  private mutating func editing(_ member: Member?) -> SiteFile.Editing? {
    guard let member, !member.value.isNull else { return nil }
    if member.value.tag == Tag(.bool) { return flag(member, "editable") ? .everything : .nothing }
    guard member.value.sequence != nil else {
      report("editable must be true, false or a list of columns", at: member.value)
      return nil
    }
    return names(member, "editable").map { .columns($0) }
  }
}
