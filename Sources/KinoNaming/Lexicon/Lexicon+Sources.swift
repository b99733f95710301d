extension Lexicon {
  /// Enters the words of sources.
  mutating func addSources() {
    for (source, strong, weak) in Self.sources {
      let value = Self.index(source, VideoSource.allCases)
      add(.source, value, strong: true, strong)
      add(.source, value, strong: false, weak)
    }
  }

  /// Sources: words that are strong, and words that are weak.
  private static let sources: [(source: VideoSource, strong: String, weak: String)] = [
    (
      .web,
      """
      web dl,webdl,web rip,webrip,webcap,web cap,webhd,web hd,webuhd,web uhd,webmux,web mux,\
      webdlrip,web dlrip,web dl rip,web dlmux,webdlmux,vodrip,vod rip,netflixuhd,netflixhd,\
      disneyhd,hbomaxhd,weblight,web dl remux,itunes,ituneshd
      """, "web,vod,ddc"
    ),
    (
      .bluray,
      """
      bluray,blu ray,blue ray,bdrip,brrip,bd rip,br rip,bdremux,bd remux,blurayrip,\
      bluray rip,blu ray rip,bdmux,bluraymux,bluray mux,bdiso,bd25,bd50,bd66,bd100,bd 25,\
      bd 50,bd5,bd9,bdmv,mbluray,bdlight,uhdbd,uhdrip,uhd rip,uhdbdrip,uhdremux,uhd remux,\
      4kuhdremux,uhdbluray,uhd bluray,ultra bluray,uhd blu ray,uhd brrip,uhd bdrip,\
      bluray remux,3dbd,bdr,uhd2bd,m2ts bluray,bd3d
      """, "bd,brd,br,blu"
    ),
    (
      .dvd,
      """
      dvd,dvdrip,dvd rip,dvdr,dvdr9,dvdr5,dvdivx,dvd r,dvd5,dvd9,dvd 5,dvd 9,dvdmux,dvd mux,\
      dvdremux,dvd remux,dvdfull,full dvd,dvd full,video ts,mdvdr,pal dvd,ntsc dvd,xdvd,\
      dvd iso,dvdrip remux
      """, "r5,r6"
    ),
    (.hddvd, "hddvd,hd dvd,hddvdrip,hd dvdrip,hd dvd rip", ""),
    (
      .tv,
      """
      hdtv,hd tv,hdtvrip,hdtv rip,pdtv,pdtvrip,sdtv,tvrip,tv rip,dsr,dsrip,dsr rip,dvb,\
      dvbrip,dvb rip,dvb t,dvb s,dvb c,satrip,sat rip,dth,dthrip,dth rip,ppvrip,ppv rip,\
      hdtvmux,hdtv mux,uhdtv,uhdtv rip,uhdtvrip,ultrahdtv,ahdtv,rawhd,raw hd,digitaltv,\
      digital tv,iptvrip,iptv,hdtvcap,tvhdrip,tv hdrip
      """, "ppv,dtv"
    ),
    (.hdrip, "hdrip,hd rip,hdlight,hdrips,microhd", ""),
    (
      .screener,
      """
      screener,dvdscr,dvd scr,dvdscreener,dvd screener,bdscr,bd scr,webscreener,\
      web screener,hdscr,scr,predvdscr,brscr
      """, ""
    ),
    (
      .cam,
      """
      hdcam,hd cam,newcam,new cam,camrip,cam rip,hqcam,hq cam,hqcamrip,camhd,hd camrip,\
      hdcamrip,s cam
      """, "cam"
    ),
    (
      .telesync,
      """
      telesync,telesynch,hdts,hd ts,hdtelesync,hd telesync,telesyncrip,telesync rip,pdvd,\
      predvd,pre dvd,pdvdrip,predvdrip,pre dvdrip,tsrip,ts rip,hqts,hdtsrip
      """, "ts"
    ),
    (
      .telecine,
      """
      telecine,hdtc,hd tc,hdtelecine,hd telecine,tcrip,tc rip,telecinerip,telecine rip
      """, "tc"
    ),
    (.vhs, "vhs,vhsrip,vhs rip", ""),
    (.workprint, "workprint,work print", "wp"),
    (.laserdisc, "laserdisc,ldrip,ld rip", ""),
  ]
}
