import Testing
import TextCoding

@Test(arguments: ["name", "a_b", "a_b_c_", "é_ü", "", "a b", "größe"]) func mostColumnsAreAskedForByTheirName(
  _ column: String
) {
  #expect(FilterArgument.name(of: column) == column)
}

@Test(arguments: ["_size", "_", "__", "a__b", "a__exact", "é__", "a___b"])
func namesThatWouldBeReadOtherwiseHaveAnOperator(_ column: String) {
  #expect(FilterArgument.name(of: column) == column + "__exact")
}
