extension Nib {
  /// Fills the nib from a tree of values.
  package func write(_ value: NibValue, into html: inout ByteSink) {
    var evaluator = NibEvaluator(value, partials: partials, into: html)
    evaluator.evaluate(nodes)
    html = evaluator.finish()
  }

  /// The nib filled from a tree of values, as a string.
  package func string(_ value: NibValue) -> String {
    var html = ByteSink(capacity: 4096)
    write(value, into: &html)
    return html.string
  }
}
