package import TablePages

/// People by surname, a section for each letter, with an index strip that also reaches the letters of other pages.
package enum Contacts {
  /// The table.
  static func table() throws -> MemoryTable<Contact> {
    var contents = TableContents<Contact>(title: "Contacts", summary: "By surname")
    for person in Self.people {
      let letter = String(person.surname.prefix(1))
      if contents.lastSection?.indexTitle != letter {
        try contents.addSection(TableSection(letter, indexTitle: letter))
      }
      try contents.add(person)
    }
    return MemoryTable(
      contents,
      columns: [.init("surname", \.surname), .init("name", \.name), .init("place", \.place)])
  }

  /// Its cells.
  package static func register(on table: inout SourceSetup) {
    table.register(ContactCell.self, nib: ContactCell.nib)
  }
}
