/// Pictures drawn in code, so that the sample needs no files.
enum SamplePictures {
  /// A landscape of hills under a sun, with a mast on the nearest one; each seed has its own.
  static func landscape(seed: UInt64) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    let skies: [[SIMD3<UInt8>]] = [
      [SIMD3(186, 216, 232), SIMD3(208, 229, 238), SIMD3(231, 240, 240)],
      [SIMD3(242, 200, 160), SIMD3(246, 219, 184), SIMD3(250, 238, 214)],
      [SIMD3(168, 190, 206), SIMD3(193, 208, 217), SIMD3(220, 228, 230)],
    ]
    let sky = generator.choice(skies) ?? []
    let palette =
      sky + [
        SIMD3(250, 244, 214), SIMD3(140, 168, 158), SIMD3(84, 128, 112), SIMD3(38, 84, 70), SIMD3(244, 246, 243),
      ]
    var image = PNGImage(width: 64, height: 48, palette: palette)
    for row in 0..<48 { for column in 0..<64 { image[column, row] = UInt8(min(2, row / 11)) } }
    let sun = (column: 10 + Int(generator.next() % 44), row: 8 + Int(generator.next() % 8))
    for row in -5...5 {
      for column in -5...5 where row * row + column * column < 27 { image[sun.column + column, sun.row + row] = 3 }
    }
    for (layer, base) in [26, 33, 40].enumerated() {
      var height = Double(base) + generator.deviation() * 4
      var slope = generator.deviation()
      for column in 0..<64 {
        slope = max(-0.8, min(0.8, slope + generator.deviation() * 0.35))
        height = max(Double(base) - 8, min(Double(base) + 5, height + slope))
        for row in Int(height)..<48 { image[column, row] = UInt8(4 + layer) }
        if layer == 2, column == 14 + Int(seed % 36) { drawMast(on: &image, column: column, ground: Int(height)) }
      }
    }
    return image.file
  }

  private static func drawMast(on image: inout PNGImage, column: Int, ground: Int) {
    for row in ground - 14..<ground { image[column, row] = 7 }
    for offset in -3...3 { image[column + offset, ground - 13] = 7 }
    for offset in -1...1 { for row in 0..<3 { image[column + offset, ground - 8 + row] = 7 } }
  }

  /// A symmetric pattern of five by five fields, as people know them from accounts without a photograph.
  static func portrait(seed: UInt64) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    let inks: [SIMD3<UInt8>] = [SIMD3(11, 99, 83), SIMD3(146, 84, 46), SIMD3(60, 90, 140), SIMD3(118, 70, 120)]
    let ink = generator.choice(inks) ?? SIMD3(11, 99, 83)
    var image = PNGImage(width: 36, height: 36, palette: [SIMD3(240, 243, 240), ink])
    for row in 0..<5 {
      for column in 0..<3 where generator.next() % 100 < 55 {
        for y in 0..<6 {
          for x in 0..<6 {
            image[3 + column * 6 + x, 3 + row * 6 + y] = 1
            image[3 + (4 - column) * 6 + x, 3 + row * 6 + y] = 1
          }
        }
      }
    }
    return image.file
  }
}
