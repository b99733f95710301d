/// What the tables say of a word, or of a phrase of up to three.
struct Meaning {
  /// The field that it fills; `none` for a word that only has a structure, or opens a phrase.
  var role: Role = .none
  /// The value: the place of a case or a name in its list.
  var value: UInt8 = 0
  /// Whether it ends a title wherever it stands; a weak word may be part of one.
  var isStrong = false
  /// What it does in front of a number, or as one.
  var structure: Structure = .none
  /// The number of a numeral, an ordinal or a month.
  var number: UInt8 = 0
  /// Whether phrases begin with it.
  var opensPhrase = false

  static let none = Meaning()
}

/// What a word does in front of a number, behind it, or in place of it.
enum Structure: UInt8 {
  case none
  /// `Season 2`, `2. Staffel`.
  case season
  /// `Series 2`: a season, if nothing else is.
  case weakSeason
  /// `Episode 5`, `Folge 5`.
  case episode
  /// `Part 2`, which a title may say as well.
  case part
  /// `Vol. 2`: a disc of episodes.
  case volume
  /// `CD2`: how a movie is stored.
  case disc
  /// `2nd`.
  case ordinal
  /// `two`, `II`.
  case numeral
  case month
  /// `3 of 10`.
  case of
  /// `Specials`, `OVA`.
  case special
  /// `Complete`, `Collection`, `Batch`: more than one episode.
  case pack
  /// `END`, `Fin` behind the last number of a series.
  case final
}
