/// What the folders around a name say before it is read.
struct Surroundings {
  /// The season of the nearest folder that names one; 0 for specials.
  var season: Int?
  /// Whether a folder says that series are kept in it.
  var isSeries = false
  /// Whether a folder says that movies are kept in it.
  var isMovies = false
  /// The words of the nearest folder's title, for comparison.
  var title: Range<Int>?

  /// Whether words of a name are the title of the folder.
  func repeats(_ reading: borrowing Reading, _ run: Range<Int>) -> Bool {
    guard let title, !run.isEmpty else { return false }
    let bytes = reading.path.folded
    let folder = title
    var place = folder.lowerBound
    for at in reading.bytes(run) where bytes[at].isLetter || bytes[at].isDigit || bytes[at] >= 0x80
    {
      while place < folder.upperBound,
        !(bytes[place].isLetter || bytes[place].isDigit || bytes[place] >= 0x80)
      {
        place += 1
      }
      guard place < folder.upperBound, bytes[place] == bytes[at] else { return false }
      place += 1
    }
    return !bytes[place..<folder.upperBound].contains { $0.isLetter || $0.isDigit || $0 >= 0x80 }
  }
}
