/// One port of a server; connections to it are made and remade as they are needed.
final class RPCLink: Sendable {
  /// Numeric addresses, tried in order; never empty.
  let addresses: [String]
  let port: UInt16
  let user: RPCUser
  /// How long connecting to one address may take.
  let connectLimit: Duration

  init(addresses: [String], port: UInt16, user: RPCUser, connectLimit: Duration) {
    self.addresses = addresses
    self.port = port
    self.user = user
    self.connectLimit = connectLimit
  }
}
