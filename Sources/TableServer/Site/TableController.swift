public import TableModel
public import TableRendering

/// A table built in code, mounted on a path: a provider of its pages and the cells that draw them.
public struct TableController: Sendable {
  /// Where it is served, such as `/examples/hello`; names are separated by slashes.
  public var path: String
  /// What lists of tables call it.
  public var title: String
  /// A line about it in lists of tables.
  public var summary: String?
  /// Answers the pages.
  public var provider: any TableViewModelProvider
  /// Draws the cells.
  public var adapters: AdapterMap

  /// Mounts a provider's table, drawn by registered cells, on a path.
  public init(
    path: String, title: String, summary: String? = nil, provider: any TableViewModelProvider, adapters: AdapterMap
  ) {
    self.path = path
    self.title = title
    self.summary = summary
    self.provider = provider
    self.adapters = adapters
  }
}
