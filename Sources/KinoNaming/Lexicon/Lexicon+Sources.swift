extension Lexicon {
  mutating func addSources() {
    add(.web, strong: true, """
      web dl,webdl,web rip,webrip,webcap,web cap,webhd,web hd,webuhd,web uhd,webmux,web mux,\
      webdlrip,web dlrip,web dl rip,web dlmux,webdlmux,vodrip,vod rip,netflixuhd,netflixhd,disneyhd,hbomaxhd,weblight,\
      web dl remux,itunes,ituneshd
      """)
    add(.web, strong: false, "web,vod,ddc")
    add(.bluray, strong: true, """
      bluray,blu ray,blue ray,bdrip,brrip,bd rip,br rip,bdremux,bd remux,blurayrip,bluray rip,\
      blu ray rip,bdmux,bluraymux,bluray mux,bdiso,bd25,bd50,bd66,bd100,bd 25,bd 50,bd5,bd9,bdmv,\
      mbluray,bdlight,uhdbd,uhdrip,uhd rip,uhdbdrip,uhdremux,uhd remux,4kuhdremux,uhdbluray,uhd bluray,\
      ultra bluray,uhd blu ray,uhd brrip,uhd bdrip,bluray remux,3dbd,bdr,uhd2bd,m2ts bluray,bd3d
      """)
    add(.bluray, strong: false, "bd,brd,br,blu")
    add(.dvd, strong: true, """
      dvd,dvdrip,dvd rip,dvdr,dvdr9,dvdr5,dvdivx,dvd r,dvd5,dvd9,dvd 5,dvd 9,dvdmux,dvd mux,dvdremux,dvd remux,\
      dvdfull,full dvd,dvd full,video ts,mdvdr,pal dvd,ntsc dvd,xdvd,dvd iso,dvdrip remux
      """)
    add(.dvd, strong: false, "r5,r6")
    add(.hddvd, strong: true, "hddvd,hd dvd,hddvdrip,hd dvdrip,hd dvd rip")
    add(.tv, strong: true, """
      hdtv,hd tv,hdtvrip,hdtv rip,pdtv,pdtvrip,sdtv,tvrip,tv rip,dsr,dsrip,dsr rip,dvb,dvbrip,\
      dvb rip,dvb t,dvb s,dvb c,satrip,sat rip,dth,dthrip,dth rip,ppvrip,ppv rip,hdtvmux,hdtv mux,uhdtv,\
      uhdtv rip,uhdtvrip,ultrahdtv,ahdtv,rawhd,raw hd,digitaltv,digital tv,iptvrip,iptv,hdtvcap,tvhdrip,tv hdrip
      """)
    add(.tv, strong: false, "ppv,dtv")
    add(.hdrip, strong: true, "hdrip,hd rip,hdlight,hdrips,microhd")
    add(.screener, strong: true, """
      screener,dvdscr,dvd scr,dvdscreener,dvd screener,bdscr,bd scr,webscreener,web screener,hdscr,\
      scr,predvdscr,brscr
      """)
    add(.cam, strong: true, """
      hdcam,hd cam,newcam,new cam,camrip,cam rip,hqcam,hq cam,hqcamrip,camhd,hd camrip,hdcamrip,s cam
      """)
    add(.cam, strong: false, "cam")
    add(.telesync, strong: true, """
      telesync,telesynch,hdts,hd ts,hdtelesync,hd telesync,telesyncrip,telesync rip,pdvd,predvd,pre dvd,pdvdrip,predvdrip,\
      pre dvdrip,tsrip,ts rip,hqts,hdtsrip
      """)
    add(.telesync, strong: false, "ts")
    add(.telecine, strong: true, "telecine,hdtc,hd tc,hdtelecine,hd telecine,tcrip,tc rip,telecinerip,telecine rip")
    add(.telecine, strong: false, "tc")
    add(.vhs, strong: true, "vhs,vhsrip,vhs rip")
    add(.workprint, strong: true, "workprint,work print")
    add(.workprint, strong: false, "wp")
    add(.laserdisc, strong: true, "laserdisc,ldrip,ld rip")
  }

  private mutating func add(_ source: VideoSource, strong: Bool, _ words: String) {
    add(.source, Self.index(source, VideoSource.allCases), strong: strong, words)
  }
}
