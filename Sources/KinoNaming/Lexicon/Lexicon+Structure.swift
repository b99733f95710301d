extension Lexicon {
  /// Words for a season, in the languages in which libraries are kept.
  mutating func addSeasons() {
    add(
      .season,
      """
      season,seasons,seaons,saison,saisons,staffel,staffeln,temporada,temporadas,temp,tem,se,sn,stagione,stagioni,\
      sezon,sezona,sezonu,sezony,sezonul,сезон,сезона,сезоны,сезонов,sæson,säsong,sesong,seasong,\
      kausi,seizoen,évad,evad,tiimm,sezóna,sezona,series de,σεζόν,סיזן,עונה,الموسم,موسم,시즌,シーズン,сезони,sezonas,hooaeg
      """
    )
    add(.weakSeason, "series,serie")
    add(
      .special,
      "specials,special,ova,oav,ona,oad,sp,extras,спецвыпуск,спешл,特典,番外篇,specialer,especiales"
    )
    add(
      .pack,
      "complete,collection,batch,integrale,integral,komplett,completa,complet,pack,全集,合集,полный"
    )
  }

  /// Words for an episode.
  mutating func addEpisodes() {
    add(
      .episode,
      """
      episode,episodes,ep,eps,epi,episodio,episodios,episódio,épisode,épisodes,folge,folgen,capitulo,capítulo,capitulos,cap,caps,\
      серия,серии,серий,сер,эп,вып,эпизод,выпуск,bolum,bölüm,blm,avsnitt,afsnit,episod,jakso,odcinek,odc,epizoda,epizód,\
      dil,díl,aflevering,afl,حلقة,الحلقة,פרק,επεισόδιο,seriya,serii,serij,tập,tap,에피소드,エピソード
      """
    )
    add(.part, "part,parts,pt,parte,teil,partie,część,часть,del,osa")
    add(.disc, "cd,disc,disk,disque,disco")
    add(.volume, "vol,vols")
    add(.of, "of,de,из,iz,von,di,sur")
    add(.final, "end,fin,final,完,完结,終,v2,v3,tv,finale")
  }

  /// Numbers that are words.
  mutating func addNumbers() {
    let numerals = [
      "one,i,un,uno,eins", "two,ii,deux,dos,zwei,due", "three,iii,trois,tres,drei,tre",
      "four,iv,quatre,cuatro,vier", "five,v,cinq,cinco", "six,vi", "seven,vii,sept",
      "eight,viii,huit", "nine,ix,neuf", "ten,x,dix", "eleven,xi", "twelve,xii",
    ]
    for (index, words) in numerals.enumerated() { add(.numeral, number: UInt8(index + 1), words) }
    let ordinals = [
      "1st,first", "2nd,second", "3rd,third", "4th,fourth", "5th,fifth",
      "6th,sixth", "7th,seventh", "8th,eighth", "9th,ninth", "10th,tenth", "11th", "12th", "13th",
      "14th", "15th", "16th", "17th", "18th", "19th", "20th", "21st", "22nd", "23rd", "24th",
      "25th",
      "26th", "27th", "28th", "29th", "30th", "31st",
    ]
    for (index, words) in ordinals.enumerated() { add(.ordinal, number: UInt8(index + 1), words) }
    let months = [
      "jan,january", "feb,february", "mar,march", "apr,april", "may", "jun,june", "jul,july",
      "aug,august", "sep,sept,september", "oct,october", "nov,november", "dec,december",
    ]
    for (index, words) in months.enumerated() { add(.month, number: UInt8(index + 1), words) }
  }
}
