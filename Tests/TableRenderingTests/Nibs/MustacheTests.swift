import Testing

@testable import TableRendering

@Test(arguments: MustacheCase.interpolation) func interpolates(_ example: MustacheCase) throws { try check(example) }
@Test(arguments: MustacheCase.sections) func showsSections(_ example: MustacheCase) throws { try check(example) }
@Test(arguments: MustacheCase.inverted) func showsInvertedSections(_ example: MustacheCase) throws {
  try check(example)
}
@Test(arguments: MustacheCase.comments) func leavesOutComments(_ example: MustacheCase) throws { try check(example) }
@Test(arguments: MustacheCase.partials) func includesPartials(_ example: MustacheCase) throws { try check(example) }
@Test(arguments: MustacheCase.delimiters) func changesDelimiters(_ example: MustacheCase) throws { try check(example) }

private func check(_ example: MustacheCase) throws {
  let nib = try Nib(example.template, named: "case", partials: example.partials)
  #expect(nib.string(example.data) == example.expected)
}
