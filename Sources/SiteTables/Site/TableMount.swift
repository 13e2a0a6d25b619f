package import TableArguments
package import TableEditing
package import TableModel
import TableRendering

/// A table at a path: a source of rows, or what makes one for each request, and what was set up for it.
@dynamicMemberLookup
package struct TableMount: Sendable {
  package typealias MakeProvider = @Sendable (PathParameters, TableVisitor) async throws -> any TableViewModelProvider

  /// Where it is served, such as `/examples/hello` or `/projects/{project}/tasks`.
  package let path: String
  package private(set) var setup: SourceSetup
  /// Answers the pages; of a table that is made for each request, the one of this request.
  package private(set) var provider: any TableViewModelProvider
  /// Makes the provider of a request; `nil` where all have one.
  package var make: MakeProvider?

  init(path: String, setup: SourceSetup, provider: any TableViewModelProvider, make: MakeProvider?) {
    self.path = path
    self.setup = setup
    self.provider = provider
    self.make = make
    use(provider)
  }

  /// Has a provider answer the pages, which may edit rows that no handler edits.
  package mutating func use(_ provider: any TableViewModelProvider) {
    self.provider = provider
    (provider as? any ColumnEditable)?.addEditing(to: &setup.handlers)
  }

  package subscript<Value>(dynamicMember member: KeyPath<SourceSetup, Value>) -> Value { setup[keyPath: member] }

  /// Whether visitors can do more with the rows than look at them.
  package var isInteractive: Bool {
    !setup.handlers.isEmpty || setup.selection != .none || (setup.changes != .refused && provider is any EditableTable)
  }

  /// What a visitor can do with the table.
  package func events(for visitor: TableVisitor) -> TableEvents {
    let unlessSaid = setup.changes == .everyone ? SourceSetup.defaultPublicRowLimit : nil
    return TableEvents(
      provider, handlers: setup.handlers, selection: setup.selection, visitor: visitor,
      maximumRows: setup.maximumRows ?? unlessSaid, path: path, title: setup.title)
  }

  /// The same for a page, whose forms have the choices of the moment.
  package func events(
    for visitor: TableVisitor, _ arguments: EventArguments, _ refused: RefusedEntry?
  ) async throws -> TableEvents {
    let events = events(for: visitor)
    guard arguments.isEditing, visitor.mayChange, provider is any EditableTable else { return events }
    return try await events.offeringChoices(editing: [arguments.editing, refused?.row].compactMap(\.self).rowKeys)
  }
}

/// Stands where the provider of a request is still to be made.
struct UnmadeTable: TableViewModelProvider {
  func page(_ query: TableQuery) async throws -> TablePage { throw TableError.notFound("Table not found") }
}
