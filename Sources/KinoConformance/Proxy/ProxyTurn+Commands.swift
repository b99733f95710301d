internal import Synchronization

extension ProxyTurn {
  /// Does what was asked for meanwhile, and then says so.
  mutating func takeCommands() {
    while case .done = ProxySocket.receive(loop.sockets.bell.read, into: &room) {}
    let commands = loop.board.state.withLock { state in
      defer { state.commands = [] }
      return state.commands
    }
    for (command, done) in commands {
      switch command {
      case .none: break
      case .refuse: refuse()
      case .accept: accepts = true
      case .dropIdle:
        if links.values.contains(where: { !$0.isBusy }) { felt(.dropIdleConnections) }
        dropAll(reset: false) { !$0.isBusy }
      case .dropDamaged: dropAll(reset: true, where: \.isDamaged)
      case .stop: goesOn = false
      }
      finished.append(done)
    }
    begin()
    guard goesOn else { return }
    for done in finished { done() }
    finished = []
  }

  private mutating func dropAll(reset: Bool, where isMeant: (ProxyLink) -> Bool) {
    for (client, link) in links where isMeant(link) { drop(client, reset: reset) }
  }

  /// Listens no more, which is to refuse connections; the port is kept.
  private mutating func refuse() {
    accepts = false
    if let listener { ProxySocket.endListening(listener) }
    listener = nil
    dropAll(reset: true) { _ in true }
  }

  /// Listens if connections are to be accepted; is tried again where there is no socket for it.
  mutating func begin() {
    guard goesOn, accepts, listener == nil else { return }
    listener = ProxySocket.listening(on: loop.sockets.port)
  }

  /// Closes everything, and tells those who wait for it.
  mutating func end() {
    dropAll(reset: true) { _ in true }
    if let listener { ProxySocket.endListening(listener) }
    ProxySocket.end(loop.sockets.keeper, reset: false)
    ProxySocket.end(loop.sockets.stray, reset: false)
    let left = loop.board.state.withLock { state in
      state.isOver = true
      ProxySocket.end(loop.sockets.bell.read, reset: false)
      ProxySocket.end(loop.sockets.bell.write, reset: false)
      defer { state.commands = [] }
      return state.commands.map(\.1)
    }
    for done in finished + left { done() }
  }
}
