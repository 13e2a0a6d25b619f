public import TablePages

/// Tables built in code, as a user of the library builds them. Each is one short file with its cells beside it.
public enum ExampleTables {
  /// The examples, each mounted under `/examples`.
  /// - Throws: `TableError`, `NibError` or `RegistrationError` if one of them is wrong.
  public static func controllers() throws -> [TableController] {
    [
      TableController(
        path: "/examples/hello", title: "Hello", summary: "Two greetings: the shortest table there is",
        provider: try Hello.table(), adapters: try Hello.adapters()),
      TableController(
        path: "/examples/profile", title: "Profile", summary: "A person, read from a JSON file",
        provider: Profile.embedded, adapters: try Profile.adapters()),
      TableController(
        path: "/examples/messages", title: "Messages", summary: "Texts and images in sections by day",
        provider: try Messages.table(), adapters: try Messages.adapters()),
      TableController(
        path: "/examples/contacts", title: "Contacts", summary: "Sections by letter, with an index strip",
        provider: try Contacts.table(), adapters: try Contacts.adapters()),
      TableController(
        path: "/examples/cells", title: "Cells", summary: "Every feature of a cell at once",
        provider: try Showcase.table(), adapters: try Showcase.adapters()),
      TableController(
        path: "/examples/empty", title: "Empty", summary: "What a table without rows looks like",
        provider: EmptyTable.table(), adapters: try EmptyTable.adapters()),
      try Tasks.controller(path: "/examples/tasks"),
      try Playlist.controller(path: "/examples/playlist"),
      try Stock.controller(path: "/examples/stock"),
    ]
  }
}

/// Where the pictures of the examples are, seen from `/examples/…`; relative, so that a base path in front changes nothing.
let pictureFolder = "../-/static/pictures/"
