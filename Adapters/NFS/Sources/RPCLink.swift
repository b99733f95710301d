/// One port of a server; connections to it are made and remade as they are needed.
final class RPCLink: Sendable {
  let addresses: HostAddresses
  let port: UInt16
  let user: RPCUser
  /// How long connecting may take, however many addresses there are.
  let connectLimit: Duration

  init(addresses: HostAddresses, port: UInt16, user: RPCUser, connectLimit: Duration) {
    self.addresses = addresses
    self.port = port
    self.user = user
    self.connectLimit = connectLimit
  }
}
