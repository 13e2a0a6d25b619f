/// A file that is part of the program.
struct PageFile {
  /// Its path in its folder.
  const char *path;
  /// What is in it, in UTF-8, before a byte that is 0.
  const unsigned char *text;
};

/// The style sheets, scripts and pictures of the folder `Public` at the top of this package, which browsers fetch with its pages: the one at a
/// place in the alphabet, counted from 0, and nothing after the last.
struct PageFile publicFile(int place);

/// The nibs of the product's own pages, likewise.
struct PageFile pageNib(int place);
