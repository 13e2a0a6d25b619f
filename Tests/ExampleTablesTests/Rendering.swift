import TablePages

/// What a page of a table looks like, and the cells that were made for it.
struct Rendered {
  var html: String
  var problems: [RenderingProblem]
  /// Instances made, by reuse identifier.
  var created: [String: Int] = [:]
  /// Rows drawn, by reuse identifier.
  var drawn: [String: Int] = [:]

  init(_ provider: any TableViewModelProvider, _ adapters: AdapterMap, _ query: TableQuery = TableQuery()) async throws
  {
    let page = try await provider.page(query)
    let pass = RenderingPass(adapters)
    var sink = ByteSink()
    problems = try HTMLPageWriter.write(page, pass, chrome: CellChrome(sprite: "/icons.svg"), into: &sink)
    html = sink.string
    for count in pass.counts {
      created[count.reuseIdentifier] = count.created
      drawn[count.reuseIdentifier] = count.dequeued
    }
  }
}

/// The cells that a table's setup registers.
func adapters(_ register: (inout SourceSetup) -> Void) throws -> AdapterMap {
  var setup = SourceSetup(title: "")
  register(&setup)
  if let mistake = setup.mistake { throw mistake }
  return setup.adapters
}
