import TableModel
import TableRendering

/// What the rows are narrowed by: the chips, and the forms that add to them.
extension GridFrame {
  /// A condition that can be taken away.
  struct Chip {
    var subject: String
    var condition: String
    var value: String
    var remove: (inout RowSelection) -> Void
    var words: String { [subject, condition, value].filter { !$0.isEmpty }.joined(separator: " ") }
  }

  /// Every condition, in the order in which they are weighed.
  var chips: [Chip] {
    let selection = arguments.query.selection
    let filters = selection.filters.indices.map { index in
      let filter = selection.filters[index]
      return Chip(
        subject: columns.schema.columns[filter.column].heading, condition: filter.condition.words,
        value: filter.valueWords
      ) { $0.filters.remove(at: index) }
    }
    let groups = selection.alternatives.indices.map { index in
      let words = selection.alternatives[index].map { $0.words(columns.schema) }
      return Chip(subject: "Any", condition: "of", value: words.joined(separator: ", ")) {
        $0.alternatives.remove(at: index)
      }
    }
    let searches = selection.searches.indices.map { index in
      let search = selection.searches[index]
      let subject = search.column.map { "Search \(columns.schema.columns[$0].heading)" } ?? "Search"
      return Chip(subject: subject, condition: "for", value: search.text) { $0.searches.remove(at: index) }
    }
    let relations = selection.relations.indices.map { index in
      let relation = selection.relations[index]
      return Chip(subject: "\(relation.table).\(relation.column)", condition: "is", value: relation.value) {
        $0.relations.remove(at: index)
      }
    }
    let expressions = selection.expressions.indices.map { index in
      Chip(subject: "SQL", condition: "", value: selection.expressions[index]) { $0.expressions.remove(at: index) }
    }
    return filters + groups + searches + relations + expressions
  }

  /// The chip as `filter-chips.html` takes it.
  func value(_ chip: Chip) -> NibValue {
    .object([
      "filterColumn": .text(chip.subject), "condition": .text(chip.condition), "filterValue": .text(chip.value),
      "removeAddress": .text(link { chip.remove(&$0.query.selection) }),
    ])
  }

  /// The values of `filter-menu.html`.
  var filterMenu: [String: NibValue] {
    let count = chips.count
    return [
      "filterCount": count == 0 ? .null : .text(String(count)), "filterAction": .text(address),
      "kept": kept { _ in false },
      "columns": columnOptions,
      "conditions": .list(
        ColumnFilter.Condition.allCases.map {
          .object(["operator": .text($0.rawValue), "operatorWords": .text($0.words)])
        }),
    ]
  }

  /// Every column as people call it, with its name for the address where that is another.
  var columnOptions: NibValue {
    .list(
      columns.schema.columns.map { column in
        .object([
          "column": column.title == nil ? .null : .text(column.name), "columnTitle": .text(column.heading),
        ])
      })
  }

  /// How the rows were searched, for people; `nil` if they weren't.
  var searchRemark: String? {
    let searches = arguments.query.selection.searches
    if searches.isEmpty { return nil }
    let schema = columns.schema
    guard searches.allSatisfy(schema.isIndexed), let index = schema.searchIndex else {
      return "Searched without an index: the texts of every row are looked at."
    }
    return index.name == schema.table ? "Searched by its own index." : "Searched by the index \(index.name)."
  }

  /// What people have to know of pages that no key holds together; `nil` where one does.
  var keyRemark: String? {
    if arguments.query.tree != nil { return "Shown as a tree; its pages are counted off." }
    return columns.schema.hasCountedPages
      ? "Nothing names these rows: pages are counted off, and rows that come or go shift them." : nil
  }

  /// The values of `search-form.html`.
  var searchForm: [String: NibValue] {
    let search = arguments.query.selection.searches.first { $0.column == nil }
    return [
      "searchAction": .text(address), "searchText": .text(search?.text ?? ""), "kept": kept { $0 == "_search" },
    ]
  }
}
