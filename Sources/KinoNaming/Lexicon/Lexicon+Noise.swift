extension Lexicon {
  /// Streaming services and broadcasters, by the short forms of releases.
  mutating func addServices() {
    add(
      .service,
      0,
      strong: false,
      """
      amzn,nf,netflix,dsnp,hmax,hbo,hulu,atvp,pcok,pmtp,max,amazon,disney,disney+,cr,crunchyroll,hbomax,\
      appletv,itunes,it,stan,ip,iplayer,itv,4od,all4,amc,as,a e,ae,aubc,cbc,cbs,cc,ccgc,cmax,cmt,cnbc,crav,\
      crkl,cur,cw,cwtv,ddy,dhf,diy,dm,dplay,epix,esf,espn,esq,etv,etv,fam,fjr,food,fox,foxp,fxp,fyi,global,\
      glbl,hgtv,hist,hlmk,id,ifc,knpb,know,kayo,life,lifetime,mbc,mnbc,mtod,mtv,mubi,natg,nationalgeographic,\
      nbc,nbla,nick,nickelodeon,nrk,pbs,pbsk,pluz,pogo,ptv,puhu,rkt,rktn,roku,rte,sbs,science,seso,shmi,\
      show,sho,spik,spike,spkr,spektr,sprt,starz,strz,svt,sway,syfy,tbs,tf1,tfou,tnt,tou,trvl,tubi,tv3,\
      tv4,tvl,unity,univ,usan,ufc,viap,vice,vlct,vmeo,vrv,vudu,wme,wnet,wwen,xbox,yhoo,red,ytred,youtube,\
      zdf,ard,zee5,hotstar,hs,jc,sonyliv,sliv,baha,b global,bilibili,bili,funi,hidive,hidi,adn,wakanim,\
      abc,ambc,anpl,aol,blip,boom,bravo,bt,chgd,cnl,dest,disc,dcu,dctu,gc,ctv,tving,wavve,viu,viki,cpp,\
      playz,movistar,sky,now,crackle,quibi,qibi,peacock,paramount,paramount+,discovery,apple,cinet,hallmark,\
      viva,tvnz,ytv,nhk,at x,bs11,tokyo mx,ma10p,canal+,kino classics
      """
    )
  }

  /// Words about a release that fill no field of ours.
  mutating func addNoise() {
    add(
      .noise,
      0,
      strong: true,
      """
      repack,rerip,hdr,hdr10,hdr10+,hdr10plus,hdr10 plus,hdr 10,dolby vision,dovi,hlg,10bits,bt2020,\
      half ou,half sbs,h sbs,h ou,hsbs,hou,half tab,hr hdtv,nfofix,samplefix,prooffix,dirfix,syncfix,\
      ntsc,xxx,ai upscale,ai upscaled,upscaled,upscale,ds4k,mhd,hfr,x265hq,multisubs,\
      dual audios,web m,hdr dv,dv hdr,untouched,reenc,ws,hybrid remux,bit10
      """
    )
    add(.noise, 2, strong: true, "remux")
    add(.noise, 1, strong: true, "3d half ou,3d half sbs,3d h sbs,3d h ou,3d hsbs,3d hou,3d sbs")
    add(.noise, 1, strong: false, "3d")
    add(
      .noise,
      0,
      strong: false,
      """
      proper,real,internal,dv,sdr,hq,lq,hd,sd,oar,convert,custom,docu,doc,pal,read nfo,nfo,int,retail,fs,ss,\
      complete,integrale,integral version,integral,final,line,line audio,colorized,colorised,proof,hardcoded,\
      uncropped,multiple,extras,extra,hevc hd,hr,east feed,west feed,live,sync,synced,fixed,chaps,\
      batch,fansub,mini,preair,pack,full,r2j,vfr,v0,complete series,full series,the complete,\
      movie,film,clean,rip,encode,hp,dualaudio,weekly,tv,ova,ona,oav,restored,ost,oped,creditless,nc,\
      updated,dub,widescreen,digital,web series,miniseries,mini series,fin,end,exclusive,original
      """
    )
    add(
      .container,
      0,
      strong: false,
      "mkv,mp4,avi,m4v,wmv,mov,mpg,mpeg,flv,iso,m2ts,ogm,rmvb,webm,vob"
    )
  }
}
