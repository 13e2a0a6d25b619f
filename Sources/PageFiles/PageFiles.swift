/// The style sheets, scripts and pictures of the folder `Public` at the top of this package, which browsers fetch with its pages: in the
/// program itself, so that nobody has to bring them along.
///
/// A target of its own, since a compiler takes longer for them than for code: they are compiled again only when one of them changes. The folder
/// is here as a symbolic link, as resources have to be in the folder of their target.
package enum PageFiles {
  /// The contents by paths in the folder.
  package static let all: [String: [UInt8]] = [
    "access.css": PackageResources.access_css,
    "cells.js": PackageResources.cells_js,
    "clipboard.js": PackageResources.clipboard_js,
    "charts.css": PackageResources.charts_css,
    "edit.css": PackageResources.edit_css,
    "edit.js": PackageResources.edit_js,
    "facets.css": PackageResources.facets_css,
    "fields.js": PackageResources.fields_js,
    "favicon.svg": PackageResources.favicon_svg,
    "grid.js": PackageResources.grid_js,
    "icons.svg": PackageResources.icons_svg,
    "keys.js": PackageResources.keys_js,
    "late.js": PackageResources.late_js,
    "notes.css": PackageResources.notes_css,
    "pictures/chart.svg": PackageResources.chart_svg,
    "pictures/ines.svg": PackageResources.ines_svg,
    "pictures/station.svg": PackageResources.station_svg,
    "query.js": PackageResources.query_js,
    "query.css": PackageResources.query_css,
    "search.css": PackageResources.search_css,
    "selection.js": PackageResources.selection_js,
    "sheet.css": PackageResources.sheet_css,
    "tablepages.css": PackageResources.tablepages_css,
    "typing.js": PackageResources.typing_js,
  ]
}
