/// The version of the product.
package enum TablePagesVersion {
  /// As semantic versioning writes it.
  package static let text = "0.1.0"
}
