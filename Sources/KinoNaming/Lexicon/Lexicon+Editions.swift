extension Lexicon {
  /// Enters the words of editions.
  mutating func addEditions() {
    for (name, strong, weak) in Self.editions {
      let bit = Self.index(name, Edition.names)
      add(.edition, bit, strong: true, strong)
      add(.edition, bit, strong: false, weak)
    }
  }

  /// Editions by their names in `Edition.names`: words that are strong, and words that are weak.
  private static let editions: [(name: String, strong: String, weak: String)] = [
    (
      "Extended",
      """
      extended cut,extended edition,extended version,version extendida,extended uncut,\
      extended remastered
      """, "extended,extendida,ext"
    ),
    (
      "Director's Cut",
      """
      director's cut,directors cut,director s cut,director cut,directors edition,\
      director's edition,director's,directors definitive cut,director’s cut
      """, "dc"
    ),
    ("Unrated", "unrated cut,unrated edition,unrated version", "unrated"),
    ("Uncut", "uncut edition,uncut version", "uncut"),
    ("Theatrical", "theatrical cut,theatrical edition,theatrical version", "theatrical"),
    ("Remastered", "remastered,4k remaster,4k remastered,remaster edition", "remaster,remastering"),
    ("Special Edition", "special edition,edition speciale,edition special,special cut", "se"),
    (
      "Collector's Edition",
      """
      collector's edition,collectors edition,collector s edition,collector edition,\
      edition collector
      """, "collector,collector's,collectors"
    ),
    (
      "Criterion",
      """
      criterion edition,criterion collection,edition criterion,the criterion
      """, "criterion,cc criterion"
    ),
    ("Ultimate", "ultimate edition,ultimate cut,ultimate collection", "ultimate"),
    ("Anniversary", "anniversary edition,edition anniversary", "anniversary"),
    ("IMAX", "imax edition,imax enhanced", "imax"),
    ("Final Cut", "final cut,final edition", ""),
    ("Limited", "limited edition", "limited"),
    ("Fan Edit", "fan edit,fanedit,fan edition,fan collection,fan cut", "fan"),
    ("Despecialized", "despecialized,despecialized edition", ""),
    ("Deluxe", "deluxe edition,edition deluxe", "deluxe"),
    ("Rekall", "", "rekall"),
    ("Recut", "", "recut"),
    ("Redux", "", "redux"),
    (
      "Alternative Cut",
      """
      alternative cut,alternate cut,alternative edition,alternate ending,alternate version
      """, ""
    ),
    ("Uncensored", "uncensored cut,uncensored edition", "uncensored,uncen"),
    ("Festival", "festival cut,festival edition", "festival"),
    (
      "Restored",
      """
      4k restored,restored edition,restored version,4k restoration,4k restore
      """, "restored,restauriert"
    ),
    ("Open Matte", "open matte,openmatte", "om"),
    ("Signature", "signature edition", ""),
    ("Diamond", "diamond edition", ""),
    ("Rogue Cut", "rogue cut,rouge cut,rogue edition,rouge edition", ""),
    ("International", "international cut,international version,international edition", ""),
    ("Assembly Cut", "assembly cut,assembly edition", ""),
    ("2in1", "2in1,3in1", ""),
    ("Hybrid", "", "hybrid"),
  ]
}
