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
      case .accept: acceptAgain()
      case .dropIdle: dropAll(reset: false) { !$0.isBusy }
      case .dropDamaged: dropAll(reset: true, where: \.isDamaged)
      case .stop: goesOn = false
      }
      finished.append(done)
    }
    guard goesOn else { return }
    for done in finished { done() }
    finished = []
  }

  private mutating func dropAll(reset: Bool, where isMeant: (ProxyLink) -> Bool) {
    for (client, link) in links where isMeant(link) { drop(client, reset: reset) }
  }

  /// Keeps the port without accepting anything on it, which is to refuse connections.
  private mutating func refuse() {
    dropAll(reset: true) { _ in true }
    guard isListening else { return }
    ProxySocket.end(listener, reset: false)
    isListening = false
    // Nothing listens on -1, and closing it does nothing.
    listener = ProxySocket.bound(to: loop.sockets.port)?.socket ?? -1
  }

  private mutating func acceptAgain() {
    guard !isListening else { return }
    ProxySocket.listen(listener)
    isListening = true
  }

  /// Closes everything, and tells those who wait for it.
  mutating func end() {
    dropAll(reset: true) { _ in true }
    ProxySocket.end(listener, reset: false)
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
