/// What a handler of headers or footers handles.
final class ViewConcerns<ViewModel: SupplementaryViewModel>: Sendable {
  let actions: (any ActionHandler<ViewModel>)?
  let display: (any DisplayObserver<ViewModel>)?
  let section: (any SectionHandler<ViewModel>)?

  /// - Throws: `HandlerRegistrationError.handlesNothing`.
  init(_ handler: any EventHandler<ViewModel>) throws(HandlerRegistrationError) {
    var concerns = HandlerCasting(handler)
    actions = concerns.next()
    display = concerns.next()
    section = concerns.next()
    try concerns.check()
  }
}

/// What a handler of rows handles. Found once, when it is registered, so that an event asks only for what is there.
final class RowConcerns<ViewModel: CellViewModel>: Sendable {
  let actions: (any ActionHandler<ViewModel>)?
  let display: (any DisplayObserver<ViewModel>)?
  let accessory: (any AccessoryHandler<ViewModel>)?
  let highlight: (any HighlightPolicy<ViewModel>)?
  let indentation: (any IndentationPolicy<ViewModel>)?
  let selectionPolicy: (any SelectionPolicy<ViewModel>)?
  let selection: (any SelectionHandler<ViewModel>)?
  let deselectionPolicy: (any DeselectionPolicy<ViewModel>)?
  let edit: (any EditHandler<ViewModel>)?
  let choices: (any ChoiceProvider<ViewModel>)?
  let formatter: (any FieldFormatter<ViewModel>)?
  let editObserver: (any EditObserver<ViewModel>)?
  let deletionPolicy: (any DeletionPolicy<ViewModel>)?
  let deletion: (any DeletionHandler<ViewModel>)?
  let insertion: (any InsertionHandler<ViewModel>)?
  let movePolicy: (any MovePolicy<ViewModel>)?
  let move: (any MoveHandler<ViewModel>)?
  let moveObserver: (any MoveObserver<ViewModel>)?
  let storeObserver: (any StoreObserver<ViewModel>)?
  let copyPolicy: (any CopyPolicy<ViewModel>)?

  /// - Throws: `HandlerRegistrationError.handlesNothing`.
  init(_ handler: any EventHandler<ViewModel>) throws(HandlerRegistrationError) {
    var concerns = HandlerCasting(handler)
    actions = concerns.next()
    display = concerns.next()
    accessory = concerns.next()
    highlight = concerns.next()
    indentation = concerns.next()
    selectionPolicy = concerns.next()
    selection = concerns.next()
    deselectionPolicy = concerns.next()
    edit = concerns.next()
    choices = concerns.next()
    formatter = concerns.next()
    editObserver = concerns.next()
    deletionPolicy = concerns.next()
    deletion = concerns.next()
    insertion = concerns.next()
    movePolicy = concerns.next()
    move = concerns.next()
    moveObserver = concerns.next()
    storeObserver = concerns.next()
    copyPolicy = concerns.next()
    try concerns.check()
  }
}

/// Finds the protocols that a handler conforms to.
private struct HandlerCasting {
  private let handler: any Sendable
  private var handlesNothing = true

  init(_ handler: any Sendable) { self.handler = handler }

  mutating func next<Concern>() -> Concern? {
    let concern = handler as? Concern
    if concern != nil { handlesNothing = false }
    return concern
  }

  func check() throws(HandlerRegistrationError) {
    if handlesNothing { throw .handlesNothing(String(describing: type(of: handler))) }
  }
}
