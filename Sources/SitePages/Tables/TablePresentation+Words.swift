package import SiteTables
package import TableArguments
package import TableModel

extension TablePresentation {
  /// The way to the table's pages.
  package func crumbs(in entry: SiteMap.DatabaseEntry) -> [Crumb] {
    entry.crumbs + [.init(title: schema.title, address: address)]
  }

  /// What a row is called; `nil` where it has no name of its own.
  package func label(of record: Record) -> String? {
    // What was written may have been read under a newer schema.
    guard fits(record) else { return nil }
    return schema.rowName?.text(of: record).map { String($0.prefix(120)) }
  }

  /// What a row is called in a sentence: by its name, else by its key, `Invoice 1`.
  package func name(of record: Record) -> String { label(of: record) ?? "\(schema.rowNoun) \(record.fullKey)" }

  /// Which rows a part of a table's page is about; `nil` for all of them.
  package func summary(of arguments: PageArguments) -> String? {
    let words = arguments.description(schema)
    return words.isEmpty ? nil : words
  }

  /// The arguments of a part of a table's page that has an address of its own: the same as those of the page.
  /// - Throws: `HTTPProblem` for those that make no sense.
  package func arguments(
    ofPart request: PageRequest, in entry: SiteMap.DatabaseEntry
  ) throws(HTTPProblem) -> PageArguments {
    do { return try PageArguments(request.arguments, schema: schema, limits: limits) } catch {
      throw HTTPProblem(error, schema, request, table: address, in: entry)
    }
  }
}
