extension Lexicon {
  /// The BCP 47 tags by value; the first stands for several languages, or an unknown one.
  static let languageTags = [
    "mul", "en", "fr", "de", "es", "it", "pt", "pt-BR", "ru", "ja", "ko", "zh", "hi", "ta", "te",
    "nl", "pl", "sv", "no", "da", "fi", "cs", "hu", "tr", "el", "he", "ar", "th", "vi", "uk", "ro",
    "bn", "ml", "kn", "ur", "ca", "es-419", "fr-CA", "id", "fa", "bg", "hr", "sk", "sr", "lt", "et",
  ]

  mutating func addLanguages() {
    languages(
      strong: false,
      """
      mul=multi,multilang,multilingual,vff,vfq,multi subs,multi sub,multisubs,multisub,multi audio,ml,dubbed|\
      en=english,eng,en,engsub,english dub,eng dub|\
      fr=french,fre,fr,vf,vo,vost,fra,francais,vfi,vf2,vof,stfr,vfstfr|\
      de=german,ger,deutsch,de,deu|es=spanish,esp,castellano,espanol,español,es,spa,cast|\
      it=italian,ita,italiano,it|pt=portuguese,por,pt,dublado,legendado,legendas|pt-BR=pt br,ptbr,brazilian|\
      ru=russian,rus,ru,dub,дубляж|ja=japanese,jap,jpn,jp,ja|ko=korean,kor,ko,kr|\
      zh=chinese,chi,chs,cht,zh,gb,big5,mandarin,cantonese,cn,简体,繁体,繁體,簡體,简繁,简中,繁中|\
      hi=hindi,hin|ta=tamil,tam|te=telugu,tel|nl=dutch,nl,nld,flemish|pl=polish,pl,pol,plsub,lektor pl|\
      sv=swedish,swe,swesub,sv|no=norwegian,nor|da=danish,dan,dk|fi=finnish,fin|\
      cs=czech,cz,cze|hu=hungarian,hun,hu|tr=turkish,tur,tr|el=greek,gre,ell|he=hebrew,heb,hebsubs|\
      ar=arabic,ara|th=thai,tha|vi=vietnamese,vie|uk=ukrainian,ukr|ro=romanian,ron,rum|\
      bn=bengali,bangla,ben|ml=malayalam,mal|kn=kannada,kan|ur=urdu|ca=catalan,cat|\
      es-419=latino,latin|fr-CA=quebec|id=indonesian,ind|fa=persian,farsi|bg=bulgarian,bul|hr=croatian,hrv|\
      sk=slovak,slo|sr=serbian,srp|lt=lithuanian,lit|et=estonian,est|mul=nordic,dl,nordicsubs
      """
    )
    add(.language, 2, strong: true, "vostfr,vostf,subfrench,truefrench,vost fr")
    add(
      .language,
      0,
      strong: false,
      """
      sub,subs,subbed,subtitle,subtitles,esub,esubs,msub,msubs,hardsub,hardsubs,softsub,softsubs,hc,\
      subtitulado,subita,subeng,subforced,multiple subtitle,eng sub,eng subs,nl subs,nlsubs,nlsub,nl sub,\
      st,vost,sub ita,sub eng,english sub,english subs,sub fr,custom nlsubs,dub
      """
    )
  }

  /// Lists of the form `tag=word,word|tag=word`.
  private mutating func languages(strong: Bool, _ lists: String) {
    for list in lists.split(separator: "|") {
      let sides = list.split(separator: "=")
      let value = Self.index(String(sides[0]), Self.languageTags)
      add(.language, value, strong: strong, String(sides[1]))
    }
  }
}
