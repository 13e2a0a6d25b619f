package import TablePages

/// A person's profile from a JSON file: `{"picture": …, "name": …, "surname": …}`. A field that is absent makes no cell.
///
/// The file is read for every page, so a changed one shows at once, and a broken one is an error page that says what is wrong.
package struct Profile: TableViewModelProvider {
  /// Brings the file's bytes.
  private let read: @Sendable () throws -> [UInt8]

  /// The profile of a file.
  package init(read: @escaping @Sendable () throws -> [UInt8]) { self.read = read }

  /// The profile of the file that comes with the examples.
  package static let embedded = Profile { PackageResources.profile_json }

  /// The whole profile: it is one page.
  /// - Throws: `TableError.unavailable` if the file can't be read or holds no profile.
  package func page(_ query: TableQuery) async throws -> TablePage {
    let fields = try fields()
    var contents = TableContents<AnyRow>(
      title: "Profile", style: .grouped, emptyState: TitleViewModel("The profile is empty"))
    if let address = fields["picture"] { try contents.add(PictureViewModel(id: "picture", address: address)) }
    for (field, title) in [("name", "Name"), ("surname", "Surname")] {
      guard let value = fields[field] else { continue }
      try contents.add(InformationViewModel(id: RowKey(field), title: title, value: value))
    }
    var page = try await MemoryTable(contents).page(query)
    // Nobody can tell whether the file is still the same: the page must not be kept.
    page.version = nil
    return page
  }

  /// Its cells.
  package static func register(on table: inout SourceSetup) {
    table.register(PictureCell.self, nib: PictureCell.nib)
    table.register(InformationCell.self, nib: InformationCell.nib)
  }

  private func fields() throws -> [String: String] {
    guard let bytes = try? read() else { throw TableError.unavailable("The profile file can't be read") }
    guard case .object(let members)? = try? JSONValue(json: bytes) else {
      throw TableError.unavailable("The profile file isn't a JSON object")
    }
    var fields: [String: String] = [:]
    for (name, value) in members {
      switch value {
      case .null: break
      case .text(let text): fields[name] = text
      default: throw TableError.unavailable("The profile file has a field that isn't text")
      }
    }
    return fields
  }
}
