internal import CKinoNFS

/// What libnfs holds for a call: on the heap, retained until the one time that it calls back.
///
/// It belongs to the loop's thread.
final class RPCTicket {
  let call: RPCCall
  let isRetry: Bool
  unowned let connection: RPCConnection

  init(_ call: RPCCall, isRetry: Bool, on connection: RPCConnection) {
    self.call = call
    self.isRetry = isRetry
    self.connection = connection
  }

  /// What every call is called back with.
  static let callback: rpc_cb = { _, status, data, context in
    guard let context = unsafe context else { return }
    let ticket = unsafe Unmanaged<RPCTicket>.fromOpaque(context).takeRetainedValue()
    if status == RPC_STATUS_SUCCESS, let data = unsafe data {
      ticket.connection.ended(ticket)
      unsafe ticket.call.finish(data)
    } else if status == RPC_STATUS_ERROR, let data = unsafe data,
      let refusal = RPCRefusal(unsafe String(cString: data.assumingMemoryBound(to: CChar.self)))
    {
      ticket.connection.ended(ticket)
      ticket.call.finish(.refused(refusal))
    } else {
      ticket.connection.lost(ticket)
    }
  }
}
