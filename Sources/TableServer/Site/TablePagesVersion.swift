/// The version of the product.
public enum TablePagesVersion {
  /// As semantic versioning writes it.
  public static let text = "0.1.0"
}
