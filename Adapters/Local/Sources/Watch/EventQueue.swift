internal import CKinoLocal

/// Owns the kernel's queue of events, and the buffer through which they are read.
@safe
struct EventQueue: ~Copyable, Sendable {
  /// An event as it was read.
  struct Event {
    let watch: Int32
    let name: [UInt8]
    let isDirectory: Bool
    private let kinds: Int

    init(_ raw: kino_event) {
      unsafe watch = raw.watch
      unsafe name = [UInt8](UnsafeRawBufferPointer(start: raw.name, count: raw.name_length))
      unsafe isDirectory = raw.is_directory
      unsafe kinds = Int(raw.kinds)
    }

    var hasAppeared: Bool { kinds & KINO_EVENT_APPEARED != 0 }
    var hasVanished: Bool { kinds & KINO_EVENT_VANISHED != 0 }
    var isOfItself: Bool { kinds & KINO_EVENT_SELF != 0 }
    var isForgotten: Bool { kinds & KINO_EVENT_FORGOTTEN != 0 }
    var isOverflow: Bool { kinds & KINO_EVENT_OVERFLOW != 0 }
  }

  private static let capacity = 64 << 10
  private let descriptor: FileDescriptor
  // Nobody else has the buffer: it is read and written only through this value, by one owner.
  nonisolated(unsafe) private let buffer: UnsafeMutableRawPointer

  /// Asks the kernel for a queue; `ENOSYS` where there are none.
  init() throws(SystemError) {
    descriptor = try FileDescriptor(opened: kino_watch_open())
    unsafe buffer = .allocate(byteCount: Self.capacity, alignment: 16)
  }

  deinit {
    unsafe buffer.deallocate()
  }

  /// Watches a directory; returns the number of its watch, which it may have already.
  func add(_ directory: borrowing FileDescriptor) throws(SystemError) -> Int32 {
    let watch = kino_watch_add(descriptor.raw, directory.raw)
    guard watch >= 0 else { throw SystemError(code: -watch) }
    return watch
  }

  func remove(_ watch: Int32) { kino_watch_remove(descriptor.raw, watch) }

  /// Waits for events, a signal, or some time.
  func wait(for signal: WakePipe, atMost milliseconds: Int32) {
    kino_watch_wait(descriptor.raw, signal.reader, milliseconds)
  }

  /// The events that fit one reading; none when there are none now.
  func read() throws(SystemError) -> [Event] {
    let length = unsafe kino_watch_read(descriptor.raw, buffer, Self.capacity)
    guard length >= 0 else { throw SystemError(code: Int32(-length)) }
    var events: [Event] = []
    var offset = 0
    var raw = unsafe kino_event()
    while unsafe kino_watch_next(buffer, length, &offset, &raw) {
      unsafe events.append(Event(raw))
    }
    return events
  }
}
