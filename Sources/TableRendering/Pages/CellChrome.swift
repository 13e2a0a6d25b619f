internal import TableModel

/// What a table draws around its cells, made once for all pages: icons, and the words for those who don't see them.
package struct CellChrome: Sendable {
  let disclosureIndicator: HTML
  let detailButton: HTML
  let checkmark: HTML
  /// Said inside of a link that is only an icon.
  let details: HTML
  let open: HTML

  /// Chrome whose icons come from the sprite at an address: `right`, `info` and `check`.
  package init(sprite: String) {
    disclosureIndicator = Self.icon("right", class: "icon flip", sprite)
    detailButton = Self.icon("info", class: "icon", sprite)
    checkmark = HTML { html in
      html.html(Self.icon("check", class: "icon check", sprite))
      html.markup("<span class=\"visually-hidden\">Checked</span>")
    }
    details = "<span class=\"visually-hidden\">Details</span>"
    open = "<span class=\"visually-hidden\">Open</span>"
  }

  private static func icon(_ name: String, class names: String, _ sprite: String) -> HTML {
    HTML { html in
      html.markup("<svg class=\"")
      html.text(names)
      html.markup("\" aria-hidden=\"true\"><use href=\"")
      html.address(sprite)
      html.markup("#")
      html.text(name)
      html.markup("\"/></svg>")
    }
  }

  /// The icon of an accessory; `nil` for none.
  func icon(_ accessory: CellAccessory) -> HTML? {
    switch accessory {
    case .none: nil
    case .disclosureIndicator: disclosureIndicator
    case .detailButton: detailButton
    case .checkmark: checkmark
    }
  }
}
