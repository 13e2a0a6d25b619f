package import SiteConfiguration
package import TableModel
package import TableRendering

/// The kinds of rows that a table's owner, or code, has given cells of their own, and what draws them.
package struct TableCells: Sendable {
  /// The kinds, in the order in which rows are tried; the last is for all that no other is for.
  package let kinds: [RecordKind]
  package let adapters: AdapterMap
  /// What of the rules could not be had: those rows are drawn as all others.
  package let problems: [SiteFileError.Problem]

  /// `nil` for a table without rules and cells.
  /// - Parameter setup: what Swift adds to the table. The owner's rules stand before its cells.
  package init?(
    _ configuration: TableConfiguration, _ nibs: NibSources, _ links: RecordLinks, _ own: CustomViews,
    _ setup: TableSetup? = nil
  ) {
    let notes = configuration.notes
    guard !notes.cells.isEmpty || setup?.cells.isEmpty == false else { return nil }
    let schema = configuration.schema
    let fields = FieldWriter(schema, links: links)
    let rowLink: @Sendable (Record) -> String? = { record in
      var address = ByteSink(capacity: 64)
      fields.writeAddress(of: record, into: &address)
      return address.count == 0 ? nil : address.string
    }
    var adapters = AdapterMap()
    var kinds: [RecordKind] = []
    var finder = ColumnFinder(schema: schema)
    var problems: [SiteFileError.Problem] = []
    for (position, rule) in notes.cells.enumerated() {
      let variant = ViewVariant(UInt16(truncatingIfNeeded: position + 1))
      var conditions: [RecordCondition] = []
      for (name, test) in rule.conditions {
        if let column = finder.position(of: name) { conditions.append(RecordCondition(column: column, test)) }
      }
      var link = rowLink
      switch rule.link {
      case .row: break
      case .nowhere: link = { _ in nil }
      case .template(let template):
        do {
          let made = try LinkTemplate(template.text, schema: schema)
          link = { made.address(for: $0) }
        } catch {
          _ = finder.position(of: PlacedName(error.name, at: template.place))
        }
      }
      do {
        guard let nib = try nibs.nib(named: rule.nib.text) else {
          problems.append(.init(missing: rule.nib, in: nibs))
          continue
        }
        let cell = RecordItemCell(try RecordCell(nib, schema: schema, links: links, own: own.fields))
        try adapters.register(
          CellAdapter(reuseIdentifier: Self.identifier(rule.nib.text, position), variant: variant) { cell })
      } catch let error as NibError {
        problems.append(.init(nibs.placed(error)))
        continue
      } catch {
        problems.append(.init("\(error)", at: rule.nib.place))
        continue
      }
      // A condition on a column that isn't there is met by no row.
      guard conditions.count == rule.conditions.count else { continue }
      kinds.append(
        RecordKind(
          variant: variant, conditions: conditions, accessory: rule.accessory, height: rule.height, link: link))
    }
    for (position, register) in (setup?.cells ?? []).enumerated() {
      let variant = ViewVariant(UInt16(truncatingIfNeeded: notes.cells.count + position + 1))
      do { kinds.append(try register(schema, variant, rowLink, &adapters)) } catch {
        problems.append(.init("\(error)", at: notes.place))
      }
    }
    let plain = PlainRecordItemCell(configuration.columns(nil), links: links)
    do {
      try adapters.register(CellAdapter { plain })
      try own.register(in: &adapters)
    } catch { problems.append(.init("\(error)", at: notes.place)) }
    if kinds.last?.isForAll != true {
      kinds.append(RecordKind(variant: .plain, accessory: .disclosureIndicator, link: rowLink))
    }
    self.kinds = kinds
    self.adapters = adapters
    self.problems = finder.problems + problems
  }

  /// Those that were registered for a table built in code; `nil` where nothing was: then its rows stand in a grid.
  package init?(_ controller: TableMount, _ configuration: TableConfiguration, _ links: RecordLinks) {
    guard controller.adapters.hasCells else { return nil }
    let fields = FieldWriter(configuration.schema, links: links)
    kinds = [
      RecordKind(variant: .plain, accessory: .disclosureIndicator) { record in
        var address = ByteSink(capacity: 64)
        fields.writeAddress(of: record, into: &address)
        return address.count == 0 ? nil : address.string
      }
    ]
    var adapters = controller.adapters
    let plain = PlainRecordItemCell(configuration.columns(nil), links: links)
    // A cell of the table's own for records stands before this one.
    try? adapters.register(CellAdapter { plain })
    self.adapters = adapters
    problems = []
  }

  /// The page as a list of cells.
  package func listed(_ page: TablePage) -> TablePage {
    var listed = page
    listed.style = page.listStyle
    listed.sections = page.sections.flatMap { section -> [any SectionViewModel] in
      guard let records = section as? RecordSection else { return [section] }
      guard records.groups.isEmpty else { return records.groups.map { cells($0, of: records) } }
      return [RecordItemSection(records.page, rows: 0..<records.page.count, kinds: kinds)]
    }
    return listed
  }

  /// A section as its source made it where cells draw all of its rows; else with records in place of those that no cell is for.
  private func cells(_ group: RecordSection.Group, of records: RecordSection) -> any SectionViewModel {
    var check = CellCheck(adapters: adapters)
    // Neither throws anything.
    try? group.section.visitCells(&check)
    guard !check.hasAll else { return group.section }
    var gathered = DrawnCells(adapters: adapters, page: records.page, row: group.rows.lowerBound, kind: kinds[0])
    try? group.section.visitCells(&gathered)
    let section = group.section
    return MixedSection(
      header: section.header, footer: section.footer, indexTitle: section.indexTitle, place: section.place,
      gathered.cells)
  }

  /// Two rules may draw different rows with one nib.
  private static func identifier(_ nib: String, _ position: Int) -> String { "\(nib) (\(position + 1))" }
}

extension SiteFileError.Problem {
  /// A nib that the folder doesn't have.
  package init(missing nib: PlacedName, in nibs: NibSources) {
    let near = NameSuggestions.hint(nib.text, among: nibs.sources.keys.sorted())
    let folder = nibs.folder.isEmpty ? ": set the folder of nibs (nibs: nibs/)" : " in \(nibs.folder)\(near)"
    self.init("No nib “\(nib.text)”\(folder)", at: nib.place)
  }

  /// What is wrong in a nib, with the place in its own file.
  package init(_ error: NibError) {
    self.init(error.message, at: SourcePlace(line: error.line, column: error.column))
    file = error.nib
  }
}
