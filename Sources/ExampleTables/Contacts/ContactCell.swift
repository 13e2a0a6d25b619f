import TablePages

/// A person.
struct Contact: CellViewModel {
  var id: RowKey
  var name: String
  var surname: String
  var place: String
  var isSelected = false

  var accessory: CellAccessory { .disclosureIndicator }
  /// Opens a letter to them.
  var link: String? { "mailto:contact-\(id)@example.com" }
}

/// Draws a person.
struct ContactCell: OutletCell {
  static let nib = """
    <span class="avatar" aria-hidden="true">{{initials}}</span>\
    <span class="cell-text">{{name}} <b>{{surname}}</b><span class="subtitle">{{place}}</span></span>
    """

  @Outlet var initials: String
  @Outlet var name: String
  @Outlet var surname: String
  @Outlet var place: String

  func configure(with contact: Contact) {
    initials = String.initials(of: contact.name + " " + contact.surname)
    name = contact.name
    surname = contact.surname
    place = contact.place
  }
}
