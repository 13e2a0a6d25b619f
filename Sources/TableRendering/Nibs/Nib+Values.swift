extension Nib {
  /// Fills the nib from a tree of values. Slots among them write nothing.
  public func write(_ value: NibValue, into html: inout ByteSink) {
    var evaluator = NibEvaluator(value, partials: partials, keepsSlots: false, into: exchangeForEmpty(&html))
    evaluator.evaluate(nodes)
    html = evaluator.finish()
  }

  /// The nib filled from a tree of values, as a string.
  public func string(_ value: NibValue) -> String {
    var html = ByteSink(capacity: 4096)
    write(value, into: &html)
    return html.string
  }

  /// The nib with all of its tags filled but those whose value is a `.slot`: a flat nib with the slots' names.
  ///
  /// The way to make a page's frame once and fill in per request what differs. Sections that hang on a slot remain, and what
  /// stands in them is filled.
  public func specialized(with value: NibValue) -> Nib {
    var evaluator = NibEvaluator(value, partials: partials, keepsSlots: true, into: ByteSink(capacity: 4096))
    evaluator.evaluate(nodes)
    return Nib(evaluator.takeNodes(), partials: [], name: name)
  }
}

/// Takes the sink out of a variable and leaves an empty one.
func exchangeForEmpty(_ sink: inout ByteSink) -> ByteSink {
  var taken = ByteSink(capacity: 0)
  swap(&taken, &sink)
  return taken
}
