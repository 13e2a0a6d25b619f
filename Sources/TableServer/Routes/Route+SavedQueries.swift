import QuerySaving
import SitePages
import SiteTables
import TableArguments

/// Queries that visitors save. Who may is asked where they are looked up: what is another one's isn't there.
extension Route {
  static let savedQueries: [Route] = [
    Route(
      "savedQueries", "/{database}/-/queries", .read, "Saved queries of a database", [.html, .json],
      APIDescription(schema: "Queries")
    ) { call, request in
      try SavedQueryResponder(call).list(request)
    },
    Route("newSavedQuery", "/{database}/-/queries/-/new", .read, "Form for saving a query") { call, request in
      try SavedQueryResponder(call).newForm(request)
    },
    Route(
      "saveQuery", "/{database}/-/queries/-/save", .read, "Saves a query", [],
      APIDescription(remark: who, body: APIWrites.savedQuery), post: { try await SavedQueryResponder($0).change(.save) }
    ),
    Route(
      "savedQuery", "/{database}/-/queries/{key}", .read, "Result of a saved query", PageFormat.allCases,
      APIDescription(schema: "QueryAnswer", remark: "A parameter :name takes the argument of the same name.")
    ) { call, request in
      try await SavedQueryResponder(call).page(request)
    },
    Route("editSavedQuery", "/{database}/-/queries/{key}/-/edit", .read, "Form for changing a saved query") {
      call, request in try SavedQueryResponder(call).editForm(request)
    },
    Route(
      "updateSavedQuery", "/{database}/-/queries/{key}/-/update", .read, "Changes a saved query", [],
      APIDescription(remark: who, body: APIWrites.savedQuery),
      post: { try await SavedQueryResponder($0).change(.update) }),
    Route(
      "deleteSavedQuery", "/{database}/-/queries/{key}/-/delete", .read, "Deletes a saved query", [],
      APIDescription(remark: who, body: APIWrites.savedQueryVersion),
      post: { try await SavedQueryResponder($0).change(.delete) }),
    Route(
      "restoreSavedQuery", "/{database}/-/queries/{key}/-/restore", .read, "Brings back a deleted saved query", [],
      APIDescription(remark: who, body: APIWrites.nothing), post: { try await SavedQueryResponder($0).change(.restore) }
    ),
  ]

  private static let who = """
    Requires being signed in and permission to write SQL for the database; only the owner of a query and administrators \
    may change it.
    """
}
