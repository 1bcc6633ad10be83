/// Passes the bytes of a report on in large pieces: a line costs no system call.
///
/// The first piece that the receiver refuses (a closed pipe, a full disk) ends the stream: later bytes are dropped.
package final class ByteStream {
    package private(set) var isBroken = false
    package private(set) var hasWritten = false
    /// True if the output appears on a terminal, which would obey control characters in it.
    package let isTerminal: Bool
    private let capacity = 1 << 16
    private let receiver: (UnsafeRawBufferPointer) -> Bool
    private var buffer: [UInt8] = []

    /// - Parameter receiver: receives a piece; returns false if it cannot be written.
    package init(isTerminal: Bool = false, receiver: @escaping (UnsafeRawBufferPointer) -> Bool) {
        (self.isTerminal, self.receiver) = (isTerminal, receiver)
        buffer.reserveCapacity(capacity)
    }

    package func write(_ text: String) {
        var text = text
        text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
    }

    func write(_ bytes: [UInt8]) { bytes.withUnsafeBytes { write($0) } }

    func write(_ bytes: UnsafeRawBufferPointer) {
        if !bytes.isEmpty { hasWritten = true }
        if bytes.count > capacity - buffer.count { flush() }
        if bytes.count >= capacity {
            send(bytes)
        } else {
            buffer.append(contentsOf: bytes)
        }
    }

    /// Writes as to a terminal: foreign text stays on its line and inside its surroundings.
    func onTerminal(
        _ body: (ByteStream) -> Void, as written: @escaping (UnsafeRawBufferPointer) -> [UInt8] = { Array($0) }
    ) {
        let stream = ByteStream(isTerminal: true) { bytes in
            self.write(written(bytes))
            return !self.isBroken
        }
        body(stream)
        stream.flush()
    }

    /// Passes on the bytes collected so far.
    package func flush() {
        guard !buffer.isEmpty else { return }
        buffer.withUnsafeBytes { send($0) }
        buffer.removeAll(keepingCapacity: true)
    }

    private func send(_ bytes: UnsafeRawBufferPointer) {
        guard !isBroken, !bytes.isEmpty else { return }
        isBroken = !receiver(bytes)
    }

    /// The text that `body` writes.
    package static func text(isTerminal: Bool = false, _ body: (ByteStream) -> Void) -> String {
        var bytes: [UInt8] = []
        let stream = ByteStream(isTerminal: isTerminal) {
            bytes.append(contentsOf: $0)
            return true
        }
        body(stream)
        stream.flush()
        return String(decoding: bytes, as: UTF8.self)
    }
}
