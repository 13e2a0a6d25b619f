#include "CPageFiles.h"

// All files of the folder, by the alphabet: a new one is added here.

static const struct PageFile files[] = {
  {"account.html", (const unsigned char[]){
#embed "../SitePages/Nibs/account.html" suffix(, 0)
  }},
  {"changes.html", (const unsigned char[]){
#embed "../SitePages/Nibs/changes.html" suffix(, 0)
  }},
  {"choices.html", (const unsigned char[]){
#embed "../SitePages/Nibs/choices.html" suffix(, 0)
  }},
  {"columns.html", (const unsigned char[]){
#embed "../SitePages/Nibs/columns.html" suffix(, 0)
  }},
  {"count.html", (const unsigned char[]){
#embed "../SitePages/Nibs/count.html" suffix(, 0)
  }},
  {"database-list.html", (const unsigned char[]){
#embed "../SitePages/Nibs/database-list.html" suffix(, 0)
  }},
  {"database-queries.html", (const unsigned char[]){
#embed "../SitePages/Nibs/database-queries.html" suffix(, 0)
  }},
  {"database-table.html", (const unsigned char[]){
#embed "../SitePages/Nibs/database-table.html" suffix(, 0)
  }},
  {"database-tables.html", (const unsigned char[]){
#embed "../SitePages/Nibs/database-tables.html" suffix(, 0)
  }},
  {"database.html", (const unsigned char[]){
#embed "../SitePages/Nibs/database.html" suffix(, 0)
  }},
  {"edit-control.html", (const unsigned char[]){
#embed "../SitePages/Nibs/edit-control.html" suffix(, 0)
  }},
  {"edit-field.html", (const unsigned char[]){
#embed "../SitePages/Nibs/edit-field.html" suffix(, 0)
  }},
  {"edit-page.html", (const unsigned char[]){
#embed "../SitePages/Nibs/edit-page.html" suffix(, 0)
  }},
  {"empty.html", (const unsigned char[]){
#embed "../SitePages/Nibs/empty.html" suffix(, 0)
  }},
  {"error.html", (const unsigned char[]){
#embed "../SitePages/Nibs/error.html" suffix(, 0)
  }},
  {"export-menu.html", (const unsigned char[]){
#embed "../SitePages/Nibs/export-menu.html" suffix(, 0)
  }},
  {"facet-form.html", (const unsigned char[]){
#embed "../SitePages/Nibs/facet-form.html" suffix(, 0)
  }},
  {"facet-menu.html", (const unsigned char[]){
#embed "../SitePages/Nibs/facet-menu.html" suffix(, 0)
  }},
  {"facet-panel.html", (const unsigned char[]){
#embed "../SitePages/Nibs/facet-panel.html" suffix(, 0)
  }},
  {"facet-sections.html", (const unsigned char[]){
#embed "../SitePages/Nibs/facet-sections.html" suffix(, 0)
  }},
  {"facet-suggestions.html", (const unsigned char[]){
#embed "../SitePages/Nibs/facet-suggestions.html" suffix(, 0)
  }},
  {"facets.html", (const unsigned char[]){
#embed "../SitePages/Nibs/facets.html" suffix(, 0)
  }},
  {"field-list.html", (const unsigned char[]){
#embed "../SitePages/Nibs/field-list.html" suffix(, 0)
  }},
  {"filter-chips.html", (const unsigned char[]){
#embed "../SitePages/Nibs/filter-chips.html" suffix(, 0)
  }},
  {"filter-form.html", (const unsigned char[]){
#embed "../SitePages/Nibs/filter-form.html" suffix(, 0)
  }},
  {"filter-menu.html", (const unsigned char[]){
#embed "../SitePages/Nibs/filter-menu.html" suffix(, 0)
  }},
  {"filters.html", (const unsigned char[]){
#embed "../SitePages/Nibs/filters.html" suffix(, 0)
  }},
  {"flash.html", (const unsigned char[]){
#embed "../SitePages/Nibs/flash.html" suffix(, 0)
  }},
  {"formats.html", (const unsigned char[]){
#embed "../SitePages/Nibs/formats.html" suffix(, 0)
  }},
  {"frame-head.html", (const unsigned char[]){
#embed "../SitePages/Nibs/frame-head.html" suffix(, 0)
  }},
  {"frame-top.html", (const unsigned char[]){
#embed "../SitePages/Nibs/frame-top.html" suffix(, 0)
  }},
  {"grid-head.html", (const unsigned char[]){
#embed "../SitePages/Nibs/grid-head.html" suffix(, 0)
  }},
  {"grid-menu.html", (const unsigned char[]){
#embed "../SitePages/Nibs/grid-menu.html" suffix(, 0)
  }},
  {"grid-tools.html", (const unsigned char[]){
#embed "../SitePages/Nibs/grid-tools.html" suffix(, 0)
  }},
  {"groups.html", (const unsigned char[]){
#embed "../SitePages/Nibs/groups.html" suffix(, 0)
  }},
  {"home-list.html", (const unsigned char[]){
#embed "../SitePages/Nibs/home-list.html" suffix(, 0)
  }},
  {"home.html", (const unsigned char[]){
#embed "../SitePages/Nibs/home.html" suffix(, 0)
  }},
  {"insertion-row.html", (const unsigned char[]){
#embed "../SitePages/Nibs/insertion-row.html" suffix(, 0)
  }},
  {"introspection.html", (const unsigned char[]){
#embed "../SitePages/Nibs/introspection.html" suffix(, 0)
  }},
  {"jump.html", (const unsigned char[]){
#embed "../SitePages/Nibs/jump.html" suffix(, 0)
  }},
  {"key-mark.html", (const unsigned char[]){
#embed "../SitePages/Nibs/key-mark.html" suffix(, 0)
  }},
  {"keys.html", (const unsigned char[]){
#embed "../SitePages/Nibs/keys.html" suffix(, 0)
  }},
  {"late-count.html", (const unsigned char[]){
#embed "../SitePages/Nibs/late-count.html" suffix(, 0)
  }},
  {"list-tools.html", (const unsigned char[]){
#embed "../SitePages/Nibs/list-tools.html" suffix(, 0)
  }},
  {"list.html", (const unsigned char[]){
#embed "../SitePages/Nibs/list.html" suffix(, 0)
  }},
  {"live.html", (const unsigned char[]){
#embed "../SitePages/Nibs/live.html" suffix(, 0)
  }},
  {"new-rows.html", (const unsigned char[]){
#embed "../SitePages/Nibs/new-rows.html" suffix(, 0)
  }},
  {"page-foot.html", (const unsigned char[]){
#embed "../SitePages/Nibs/page-foot.html" suffix(, 0)
  }},
  {"page-head.html", (const unsigned char[]){
#embed "../SitePages/Nibs/page-head.html" suffix(, 0)
  }},
  {"query-parameters.html", (const unsigned char[]){
#embed "../SitePages/Nibs/query-parameters.html" suffix(, 0)
  }},
  {"query.html", (const unsigned char[]){
#embed "../SitePages/Nibs/query.html" suffix(, 0)
  }},
  {"row-actions.html", (const unsigned char[]){
#embed "../SitePages/Nibs/row-actions.html" suffix(, 0)
  }},
  {"row-end.html", (const unsigned char[]){
#embed "../SitePages/Nibs/row-end.html" suffix(, 0)
  }},
  {"row-fields.html", (const unsigned char[]){
#embed "../SitePages/Nibs/row-fields.html" suffix(, 0)
  }},
  {"row-menu.html", (const unsigned char[]){
#embed "../SitePages/Nibs/row-menu.html" suffix(, 0)
  }},
  {"row-move.html", (const unsigned char[]){
#embed "../SitePages/Nibs/row-move.html" suffix(, 0)
  }},
  {"row-references.html", (const unsigned char[]){
#embed "../SitePages/Nibs/row-references.html" suffix(, 0)
  }},
  {"row-start.html", (const unsigned char[]){
#embed "../SitePages/Nibs/row-start.html" suffix(, 0)
  }},
  {"row.html", (const unsigned char[]){
#embed "../SitePages/Nibs/row.html" suffix(, 0)
  }},
  {"rows-in-place.html", (const unsigned char[]){
#embed "../SitePages/Nibs/rows-in-place.html" suffix(, 0)
  }},
  {"schema.html", (const unsigned char[]){
#embed "../SitePages/Nibs/schema.html" suffix(, 0)
  }},
  {"search-all.html", (const unsigned char[]){
#embed "../SitePages/Nibs/search-all.html" suffix(, 0)
  }},
  {"search-form.html", (const unsigned char[]){
#embed "../SitePages/Nibs/search-form.html" suffix(, 0)
  }},
  {"search-section.html", (const unsigned char[]){
#embed "../SitePages/Nibs/search-section.html" suffix(, 0)
  }},
  {"search.html", (const unsigned char[]){
#embed "../SitePages/Nibs/search.html" suffix(, 0)
  }},
  {"sign-in.html", (const unsigned char[]){
#embed "../SitePages/Nibs/sign-in.html" suffix(, 0)
  }},
  {"sort-form.html", (const unsigned char[]){
#embed "../SitePages/Nibs/sort-form.html" suffix(, 0)
  }},
  {"sort-menu.html", (const unsigned char[]){
#embed "../SitePages/Nibs/sort-menu.html" suffix(, 0)
  }},
  {"table.html", (const unsigned char[]){
#embed "../SitePages/Nibs/table.html" suffix(, 0)
  }},
  {"view-menu.html", (const unsigned char[]){
#embed "../SitePages/Nibs/view-menu.html" suffix(, 0)
  }},
  {"view-tools.html", (const unsigned char[]){
#embed "../SitePages/Nibs/view-tools.html" suffix(, 0)
  }},
};

struct PageFile pageNib(int place) {
  const int count = sizeof files / sizeof files[0];
  return place >= 0 && place < count ? files[place] : (struct PageFile){0, 0};
}
