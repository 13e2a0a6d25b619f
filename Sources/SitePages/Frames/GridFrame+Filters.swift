import TableArguments
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
      let name = name(ofFilter: index)
      return Chip(
        subject: name == nil ? columns.schema.columns[filter.column].heading : columns.title(of: filter.column),
        condition: filter.condition.words, value: name ?? filter.valueWords
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

  /// What the row is called that a filter's value refers to, or what is filled in for it later; `nil` where it refers to none.
  private func name(ofFilter index: Int) -> String? {
    let filters = arguments.query.selection.filters
    guard FilterNames.hasName(filters[index], columns.schema) else { return nil }
    guard openValues != nil else { return filterNames[index] }
    return FrameArguments.nameMarker(filters[..<index].count(where: \.hasOneValue))
  }

  func view(_ chip: Chip) -> FilterView {
    FilterView(
      filterColumn: chip.subject, condition: chip.condition, filterValue: chip.value,
      removeAddress: link { chip.remove(&$0.query.selection) })
  }

  /// `nil` where rows can't be filtered.
  var filterMenu: FilterMenuView? {
    guard columns.schema.isFilterable else { return nil }
    let count = chips.count
    return FilterMenuView(filterCount: count == 0 ? nil : String(count))
  }

  /// `nil` where rows can't be filtered.
  var filterForm: FilterFormView? {
    guard columns.schema.isFilterable else { return nil }
    return FilterFormView(
      filterAction: address, kept: kept { _ in false }, columns: columnOptions { !$0.conditions.isEmpty },
      conditions: offeredConditions.map { .init(value: $0.rawValue, label: $0.words) },
      moreAddress: conditionsAddress)
  }

  /// What some column can be asked for.
  var offeredConditions: [ColumnFilter.Condition] {
    let conditions = columns.schema.columns.reduce(into: Set()) { $0.formUnion($1.abilities.conditions) }
    return ColumnFilter.Condition.allCases.filter(conditions.contains)
  }

  /// The columns that are able to do something, as people call them, with their names for the address where those are others.
  func columnOptions(where isAble: (ColumnAbilities) -> Bool) -> [OptionView] {
    let schema = columns.schema
    return schema.ownColumns.map { schema.columns[$0] }.filter { isAble($0.abilities) }.map {
      .init(value: $0.optionValue, label: $0.heading)
    }
  }

  /// How the rows were searched, for people; `nil` if they weren't.
  var searchRemark: String? {
    let searches = arguments.query.selection.searches
    if searches.isEmpty { return nil }
    let schema = columns.schema
    let indexes = searches.compactMap { schema.index(for: $0)?.name }
    guard indexes.count == searches.count, let name = indexes.first else {
      return "Searched without an index: every row is scanned."
    }
    return name == schema.table ? "Searched by its own index." : "Searched by the index \(name)."
  }

  /// What people have to know of pages that no key holds together; `nil` where one does.
  var keyRemark: String? {
    if arguments.query.tree != nil { return "Shown as a tree; pages use offsets." }
    return columns.schema.usesOffsetPaging
      ? "No primary key: rows may shift between pages when data changes." : nil
  }

  var searchForm: SearchFormView {
    let search = arguments.query.selection.searches.first { $0.column == nil }
    return SearchFormView(searchAction: address, searchText: search?.text ?? "", kept: kept { $0 == "_search" })
  }
}

extension RecordSchema {
  /// Whether rows can be chosen by any column of the table.
  fileprivate var isFilterable: Bool { ownColumns.contains { !columns[$0].abilities.conditions.isEmpty } }
}

extension RecordSchema.Column {
  /// The value of an option that is called as the column is; `nil` where its label says the same, of which browsers leave white space out.
  var optionValue: String? { title == nil && !name.contains(where: \.isWhitespace) ? nil : name }
}
