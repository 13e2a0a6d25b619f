package import TableRendering

/// What is said on the page that follows a change: what happened, and how to take it back. It is shown once.
///
/// ```swift
/// return context.redirect(to: form["_return"], request, flash: Flash("Saved “Overdose”.", undo: undo))
/// ```
package struct Flash: Sendable, Equatable {
  /// What became of the change.
  package enum Outcome: Sendable { case done, refused }

  /// One or two sentences.
  var message: String
  var outcome = Outcome.done
  /// A form that takes the change back.
  var undo: Undo?
  /// Whether the visitor has made other changes that can be taken back.
  var hasOthers = false

  package init(_ message: String, _ outcome: Outcome = .done, undo: Undo? = nil) {
    self.message = message
    self.outcome = outcome
    self.undo = undo
  }

  /// A form with a button, and nothing to fill in.
  package struct Undo: NibView, Equatable {
    /// A path of this site that takes the form by POST.
    var action: String
    var fields: [FieldView] = []
    /// What the button says.
    var title = "Undo"

    package init(action: String, fields: [FieldView] = [], title: String = "Undo") {
      (self.action, self.fields, self.title) = (action, fields, title)
    }
  }
}

extension Flash {
  /// How it stands on a page: a status that screen readers say, with its button.
  package func html(_ context: SiteContext) -> HTML {
    context.nibs.flash.html(
      FlashView(
        assets: context.assets.view, flashStyle: context.assets.editStyle, flash: message,
        isRefused: outcome == .refused, undo: undo,
        changesAddress: hasOthers ? context.changesAddress : nil))
  }
}
