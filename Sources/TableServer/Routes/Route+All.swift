extension Route {
  /// Every address of a site, in the order of the OpenAPI document. Tables built in code have those of `lists` where they are mounted, and
  /// if they have columns those of `tables` as well.
  static let all = data + introspection + service + [folder] + lists

  /// Databases, tables and rows.
  static let data =
    [home, searchAll, jump, keys, database, search] + reading + [query, runQuery] + savedQueries + writing
    + schemaWriting + schemas
    + [databaseFile]

  /// Those of a table with columns.
  static let tables = reading + writing

  private static let reading =
    [table, count, facets, groups, statement, filters, choices, row, value, valueFile, autocomplete] + menus + forms
}
