#pragma once
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>
#include <stdlib.h>
#include <string.h>

/* Memory for a parser and its tree, with zeros in front of each block. Before 0.29.0.gfm.7 the search for addresses in a text looks at a few
   bytes before the text (CVE-2023-22485); here they exist. As in the library's own allocator, a machine without memory ends the program. */

enum { markdown_margin = 16 };

static inline void *markdown_allocate(size_t count, size_t size) {
  char *block = size && count > (SIZE_MAX - markdown_margin) / size ? NULL : calloc(1, count * size + markdown_margin);
  if (!block) abort();
  return block + markdown_margin;
}

static inline void *markdown_reallocate(void *pointer, size_t size) {
  if (!pointer) return markdown_allocate(1, size);
  char *block = size > SIZE_MAX - markdown_margin ? NULL : realloc((char *)pointer - markdown_margin, size + markdown_margin);
  if (!block) abort();
  return block + markdown_margin;
}

static inline void markdown_free(void *pointer) {
  if (pointer) free((char *)pointer - markdown_margin);
}

static inline cmark_parser *markdown_new_parser(void) {
  static cmark_mem memory = {markdown_allocate, markdown_reallocate, markdown_free};
  return cmark_parser_new_with_mem(CMARK_OPT_DEFAULT, &memory);
}
