extension Lexicon {
  /// Editions; the values are places in `Edition.names`.
  mutating func addEditions() {
    add(.edition, 0, strong: true, """
      extended cut,extended edition,extended version,version extendida,extended uncut,extended remastered
      """)
    add(.edition, 0, strong: false, "extended,extendida,ext")
    add(.edition, 1, strong: true, """
      director's cut,directors cut,director s cut,director cut,directors edition,director's edition,\
      director's,directors definitive cut,director’s cut
      """)
    add(.edition, 1, strong: false, "dc")
    add(.edition, 2, strong: true, "unrated cut,unrated edition,unrated version")
    add(.edition, 2, strong: false, "unrated")
    add(.edition, 3, strong: true, "uncut edition,uncut version")
    add(.edition, 3, strong: false, "uncut")
    add(.edition, 4, strong: true, "theatrical cut,theatrical edition,theatrical version")
    add(.edition, 4, strong: false, "theatrical")
    add(.edition, 5, strong: true, "remastered,4k remaster,4k remastered,remaster edition")
    add(.edition, 5, strong: false, "remaster,remastering")
    add(.edition, 6, strong: true, "special edition,edition speciale,edition special,special cut")
    add(.edition, 6, strong: false, "se")
    add(.edition, 7, strong: true, """
      collector's edition,collectors edition,collector s edition,collector edition,edition collector
      """)
    add(.edition, 7, strong: false, "collector,collector's,collectors")
    add(.edition, 8, strong: true, "criterion edition,criterion collection,edition criterion,the criterion")
    add(.edition, 8, strong: false, "criterion,cc criterion")
    add(.edition, 9, strong: true, "ultimate edition,ultimate cut,ultimate collection")
    add(.edition, 9, strong: false, "ultimate")
    add(.edition, 10, strong: true, "anniversary edition,edition anniversary")
    add(.edition, 10, strong: false, "anniversary")
    add(.edition, 11, strong: true, "imax edition,imax enhanced")
    add(.edition, 11, strong: false, "imax")
    add(.edition, 12, strong: true, "final cut,final edition")
    add(.edition, 13, strong: true, "limited edition")
    add(.edition, 13, strong: false, "limited")
    add(.edition, 14, strong: true, "fan edit,fanedit,fan edition,fan collection,fan cut")
    add(.edition, 14, strong: false, "fan")
    add(.edition, 15, strong: true, "despecialized,despecialized edition")
    add(.edition, 16, strong: true, "deluxe edition,edition deluxe")
    add(.edition, 16, strong: false, "deluxe")
    add(.edition, 17, strong: false, "rekall")
    add(.edition, 18, strong: false, "recut")
    add(.edition, 19, strong: false, "redux")
    add(.edition, 20, strong: true, "alternative cut,alternate cut,alternative edition,alternate ending,alternate version")
    add(.edition, 21, strong: true, "uncensored cut,uncensored edition")
    add(.edition, 21, strong: false, "uncensored,uncen")
    add(.edition, 22, strong: true, "festival cut,festival edition")
    add(.edition, 22, strong: false, "festival")
    add(.edition, 23, strong: true, "4k restored,restored edition,restored version,4k restoration,4k restore")
    add(.edition, 23, strong: false, "restored,restauriert")
    add(.edition, 24, strong: true, "open matte,openmatte")
    add(.edition, 24, strong: false, "om")
    add(.edition, 25, strong: true, "signature edition")
    add(.edition, 26, strong: true, "diamond edition")
    add(.edition, 27, strong: true, "rogue cut,rouge cut,rogue edition,rouge edition")
    add(.edition, 28, strong: true, "international cut,international version,international edition")
    add(.edition, 29, strong: true, "assembly cut,assembly edition")
    add(.edition, 30, strong: true, "2in1,3in1")
    add(.edition, 31, strong: false, "hybrid")
  }
}
