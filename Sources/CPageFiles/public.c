#include "CPageFiles.h"

// All files of the folder, by the alphabet: a new one is added here.

static const struct PageFile files[] = {
  {"access.css", (const unsigned char[]){
#embed "../../Public/access.css" suffix(, 0)
  }},
  {"cells.js", (const unsigned char[]){
#embed "../../Public/cells.js" suffix(, 0)
  }},
  {"charts.css", (const unsigned char[]){
#embed "../../Public/charts.css" suffix(, 0)
  }},
  {"clipboard.js", (const unsigned char[]){
#embed "../../Public/clipboard.js" suffix(, 0)
  }},
  {"edit.css", (const unsigned char[]){
#embed "../../Public/edit.css" suffix(, 0)
  }},
  {"edit.js", (const unsigned char[]){
#embed "../../Public/edit.js" suffix(, 0)
  }},
  {"facets.css", (const unsigned char[]){
#embed "../../Public/facets.css" suffix(, 0)
  }},
  {"favicon.svg", (const unsigned char[]){
#embed "../../Public/favicon.svg" suffix(, 0)
  }},
  {"fields.js", (const unsigned char[]){
#embed "../../Public/fields.js" suffix(, 0)
  }},
  {"grid.js", (const unsigned char[]){
#embed "../../Public/grid.js" suffix(, 0)
  }},
  {"icons.svg", (const unsigned char[]){
#embed "../../Public/icons.svg" suffix(, 0)
  }},
  {"keys.js", (const unsigned char[]){
#embed "../../Public/keys.js" suffix(, 0)
  }},
  {"late.js", (const unsigned char[]){
#embed "../../Public/late.js" suffix(, 0)
  }},
  {"layouts.js", (const unsigned char[]){
#embed "../../Public/layouts.js" suffix(, 0)
  }},
  {"live.js", (const unsigned char[]){
#embed "../../Public/live.js" suffix(, 0)
  }},
  {"notes.css", (const unsigned char[]){
#embed "../../Public/notes.css" suffix(, 0)
  }},
  {"pages.js", (const unsigned char[]){
#embed "../../Public/pages.js" suffix(, 0)
  }},
  {"pictures/chart.svg", (const unsigned char[]){
#embed "../../Public/pictures/chart.svg" suffix(, 0)
  }},
  {"pictures/ines.svg", (const unsigned char[]){
#embed "../../Public/pictures/ines.svg" suffix(, 0)
  }},
  {"pictures/station.svg", (const unsigned char[]){
#embed "../../Public/pictures/station.svg" suffix(, 0)
  }},
  {"query.css", (const unsigned char[]){
#embed "../../Public/query.css" suffix(, 0)
  }},
  {"query.js", (const unsigned char[]){
#embed "../../Public/query.js" suffix(, 0)
  }},
  {"rows.js", (const unsigned char[]){
#embed "../../Public/rows.js" suffix(, 0)
  }},
  {"search.css", (const unsigned char[]){
#embed "../../Public/search.css" suffix(, 0)
  }},
  {"selection.js", (const unsigned char[]){
#embed "../../Public/selection.js" suffix(, 0)
  }},
  {"sheet.css", (const unsigned char[]){
#embed "../../Public/sheet.css" suffix(, 0)
  }},
  {"tablepages.css", (const unsigned char[]){
#embed "../../Public/tablepages.css" suffix(, 0)
  }},
  {"typing.js", (const unsigned char[]){
#embed "../../Public/typing.js" suffix(, 0)
  }},
};

struct PageFile publicFile(int place) {
  const int count = sizeof files / sizeof files[0];
  return place >= 0 && place < count ? files[place] : (struct PageFile){0, 0};
}
