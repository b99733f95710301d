extension Lexicon {
  /// How sound is coded; such words are told from titles and from groups, and not kept.
  mutating func addAudio() {
    add(
      .audio,
      0,
      strong: true,
      """
      ac3,eac3,e ac3,e ac 3,ac 3,aac,he aac,aac lc,heaac,dts,dtshd,dts hd,dts hd ma,dts hdma,dts hdhra,\
      dts hd hra,dts hd hr,dts x,dts es,dtsx,dtses,truehd,true hd,atmos,flac,lpcm,pcm,mp3,vorbis,\
      ogg,ddp,dd plus,ddplus,dolbyd,dolby digital,dolby atmos,dual audio,\
      dualaudio,multi audio,triple audio,mpa,mp2,ac3d,flacx2,flacx3,ac3x2,dts hd masters,\
      clean aud,audio latino,ddpa,ddp atmos,hdma,dtsma,qaac,mlp,opus51
      """
    )
    add(
      .audio,
      0,
      strong: false,
      "dd,ma,hra,dual,lame,opus,dolby,audio,stereo,mono,surround,commentary,aud,org aud,line,mic,md,ld"
    )
  }
}
