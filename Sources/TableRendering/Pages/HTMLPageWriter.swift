package import TableModel

/// Walks the sections of a page and lets each cell's own kind draw it, with what the table draws around it.
///
/// In a grid, cells draw whole `<tr>` elements, for the inside of a `<tbody>`; a section with a header or footer has a `<tbody>`
/// of its own. In the other styles a section is a `<section>` with a list of cells. Title, table header and footer,
/// index strip and empty state belong to the page around it.
package struct HTMLPageWriter: ~Copyable, CellVisitor {
  let pass: RenderingPass
  let chrome: CellChrome
  /// Adds to the rows what can be done with them.
  let decorator: (any RowDecorator)?
  /// The address below which each row has a page of its own; `nil` where rows have none.
  let rowPages: String?
  /// Columns of a grid; `nil` for lists.
  let columns: Int?
  var html: ByteSink
  var problems: [RenderingProblem] = []
  private var identities = RowIdentities()
  private var titles: Set<String> = []
  /// Whether the list of the current section has been opened.
  private var isListOpen = false

  init(
    _ style: TableStyle, _ pass: RenderingPass, _ chrome: CellChrome, _ decorator: (any RowDecorator)? = nil,
    moreColumns: Int = 0, rowPages: String? = nil, into html: consuming ByteSink
  ) {
    self.decorator = decorator
    self.rowPages = rowPages
    self.pass = pass
    self.chrome = chrome
    columns = if case .grid(let schema) = style { max(schema.columns.count, 1) + moreColumns } else { nil }
    self.html = html
  }

  /// Writes the sections of a page. What could not be shown as it should is answered, for the log.
  /// - Parameters:
  ///   - moreColumns: cells that rows of a grid have besides those of their schema.
  ///   - rowPages: the address below which each row has a page of its own: there a row leads that shows that it leads on, but not where.
  /// - Throws: `TableError.repeatedID`, and what the sections throw; then nothing is written.
  package static func write(
    _ page: TablePage, _ pass: RenderingPass, chrome: CellChrome, decorator: (any RowDecorator)? = nil,
    moreColumns: Int = 0, rowPages: String? = nil, into html: inout ByteSink
  ) throws -> [RenderingProblem] {
    let start = html.count
    var writer = HTMLPageWriter(
      page.style, pass, chrome, decorator, moreColumns: moreColumns, rowPages: rowPages, into: html)
    do {
      for (position, section) in page.sections.enumerated() { try writer.write(section, at: position) }
    } catch {
      html = writer.finish()
      html.truncate(to: start)
      throw error
    }
    let problems = writer.problems
    html = writer.finish()
    return problems
  }

  /// Writes a header, a footer or an empty state through its own cell, without anything around it.
  package static func write(
    _ view: any SupplementaryViewModel, _ pass: RenderingPass, into html: inout ByteSink
  ) -> [RenderingProblem] {
    guard let problem = draw(view, pass, into: &html) else { return [] }
    return [problem]
  }

  consuming func finish() -> ByteSink { html }

  // MARK: Sections

  private mutating func write(_ section: any SectionViewModel, at position: Int) throws {
    let id = sectionID(section, position)
    if columns == nil {
      openSection(section, id)
      try section.visitCells(&self)
      closeSection(section)
    } else {
      let stands = section.header != nil || section.footer != nil || section.indexTitle != nil
      if stands { openGroup(section, id) }
      try section.visitCells(&self)
      if let footer = section.footer { groupRow(footer, section.place.map { .sectionFooter($0) }, isHeader: false) }
    }
  }

  /// The index title, if it is the first section on the page with it; else the place.
  private mutating func sectionID(_ section: any SectionViewModel, _ position: Int) -> String {
    if let title = section.indexTitle, titles.insert(title).inserted { return DOMID.name(title) }
    return String(position + 1)
  }

  private mutating func openSection(_ section: any SectionViewModel, _ id: String) {
    html.markup("<section class=\"section\" id=\"section-")
    html.text(id)
    if let header = section.header {
      let tools = decorator?.tools(of: header, section.place.map { .sectionHeader($0) })
      html.markup("\" aria-labelledby=\"section-")
      html.text(id)
      html.markup("-title\">\n<h2 id=\"section-")
      html.text(id)
      html.markup("-title\">")
      draw(header)
      html.markup("</h2>\n")
      if let tools { html.html(tools) }
    } else {
      html.markup("\">\n")
    }
  }

  private mutating func closeSection(_ section: any SectionViewModel) {
    if isListOpen { html.markup("</ul>\n") }
    isListOpen = false
    if let footer = section.footer {
      let tools = decorator?.tools(of: footer, section.place.map { .sectionFooter($0) })
      html.markup("<footer>")
      draw(footer)
      if let tools { html.html(tools) }
      html.markup("</footer>\n")
    }
    html.markup("</section>\n")
  }

  /// The page's `<tbody>` ends here, and the section's own starts; the page ends the last.
  private mutating func openGroup(_ section: any SectionViewModel, _ id: String) {
    html.markup("</tbody>\n<tbody id=\"section-")
    html.text(id)
    html.markup("\">\n")
    if let header = section.header { groupRow(header, section.place.map { .sectionHeader($0) }, isHeader: true) }
  }

  private mutating func groupRow(
    _ view: any SupplementaryViewModel, _ place: SupplementaryPlace?, isHeader: Bool
  ) {
    let tools = decorator?.tools(of: view, place)
    if isHeader {
      html.markup("<tr class=\"section-header\"><th scope=\"rowgroup\" colspan=\"")
    } else {
      html.markup("<tr class=\"section-footer\"><td colspan=\"")
    }
    html.text(gridWidth)
    html.markup("\">")
    draw(view)
    if let tools { html.html(tools) }
    if isHeader { html.markup("</th></tr>\n") } else { html.markup("</td></tr>\n") }
  }

  private mutating func draw(_ view: any SupplementaryViewModel) {
    if let problem = Self.draw(view, pass, into: &html) { problems.append(problem) }
  }

  private static func draw<View: SupplementaryViewModel>(
    _ view: View, _ pass: RenderingPass, into html: inout ByteSink
  ) -> RenderingProblem? {
    if let cell = pass.dequeue(for: view) {
      cell.draw(view, into: &html)
      return nil
    }
    html.placeholder(for: View.self)
    return .unregistered(viewModel: String(describing: View.self), variant: view.variant)
  }

  // MARK: Cells

  /// Writes one cell. - Throws: `TableError.repeatedID`
  package mutating func visit<ViewModel: CellViewModel>(_ cell: ViewModel) throws {
    try identities.add(cell)
    write(cell, with: pass.dequeue(for: cell))
  }

  /// Writes cells of one type. - Throws: `TableError.repeatedID`
  package mutating func visitRun<Cells: Sequence>(_ cells: Cells) throws where Cells.Element: CellViewModel {
    guard let drawing = pass.dequeue(forAll: Cells.Element.self) else {
      return try cells.lendEach { if !html.isFull { try visit($0) } }
    }
    // Rows of one page of records are told apart by their key, or by their place: they need not be compared.
    if columns != nil, decorator == nil, cells is Records {
      _ = drawing.drawRun(cells, into: &html)
      return
    }
    try cells.lendEach { cell in
      guard !html.isFull else { return }
      try identities.add(cell)
      write(cell, with: drawing)
    }
  }

  private mutating func write<ViewModel: CellViewModel>(_ cell: ViewModel, with drawing: DrawingCell<ViewModel>?) {
    if drawing == nil {
      problems.append(.unregistered(viewModel: String(describing: ViewModel.self), variant: cell.variant))
    }
    if columns != nil {
      writeGridRow(cell, with: drawing)
    } else {
      if !isListOpen { html.markup("<ul class=\"cells\">\n") }
      isListOpen = true
      writeListItem(cell, with: drawing)
    }
  }
}

extension ByteSink {
  /// What stands in the place of a view that nobody registered.
  mutating func placeholder<ViewModel>(for type: ViewModel.Type) {
    markup("<span class=\"placeholder\">no cell for ")
    text(String(describing: type))
    markup("</span>")
  }

  mutating func placeholderRow<ViewModel>(for type: ViewModel.Type, _ id: String, columns: Int) {
    markup("<tr id=\"row-")
    text(id)
    markup("\"><td colspan=\"")
    text(columns)
    markup("\">")
    placeholder(for: type)
    markup("</td></tr>\n")
  }
}
