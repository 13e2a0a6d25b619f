/// Follows rows, headers or footers as pages show them. Pages with them are drawn for each visitor.
public protocol DisplayObserver<ViewModel>: EventHandler {
  /// Called before the view is drawn.
  func willDisplay(_ view: DisplayedView)
  /// Called after the page with the view has been sent, or the visitor has left.
  func didEndDisplaying(_ view: DisplayedView)
  /// Called when the cell that has drawn the view is about to draw another.
  func willReuseView(_ view: DisplayedView)
}

extension DisplayObserver {
  /// The row, header or footer that is drawn.
  public typealias DisplayedView = TableEvent<ViewModel>
}
