import TableModel
import TableRendering

/// Adds something to each part of the rows 1 and 2.
final class PartDecorator: RowDecorator {
  func decoration(of cell: any CellViewModel) -> RowDecoration? {
    var decoration = RowDecoration()
    switch cell.id {
    case 1:
      decoration.before = "<i>before</i>"
      decoration.after = "<i>after</i>"
      decoration.isSelected = true
      decoration.isHighlighted = false
      decoration.isMovable = true
    case 2: decoration.content = "<i>instead</i>"
    default: return nil
    }
    return decoration
  }

  func tools(of view: any SupplementaryViewModel, _ place: SupplementaryPlace?) -> HTML? {
    HTML { html in
      html.markup("<i>")
      html.text(place?.description ?? "")
      html.markup("</i>")
    }
  }

  func facts(of cell: any CellViewModel) -> RowFacts? {
    guard cell.id == 1 else { return nil }
    return RowFacts(
      version: RowVersion(cell), isSelected: true, isHighlighted: false, editingStyle: .delete, isMovable: true,
      actions: [RowAction("clear", title: "Clear")])
  }

  func actions(of view: any SupplementaryViewModel) -> [RowAction] { [RowAction("clear", title: "Clear")] }

  /// The section at place 4 can be changed.
  func section(of header: any SupplementaryViewModel, _ place: SupplementaryPlace) -> SectionFacts? {
    place == .sectionHeader(4) ? SectionFacts(version: RowVersion(header), events: ["update", "delete"]) : nil
  }
}
