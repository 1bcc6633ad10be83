import Foundation
import Synchronization
import Testing

@testable import LabLiveRuntime

@Suite("An input source of a real run loop")
struct LiveInputTests {
    private final class Served: Sendable {
        let count = Atomic<Int>(0)
    }

    /// How often the source is called for two signals that come while its thread is busy.
    private func served(takesMessages: Bool, hasPorts: Bool) async -> Int {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let served = Served()
                let input = LiveInput(order: 0, takesMessages: takesMessages, hasPorts: hasPorts) {
                    served.count.add(1, ordering: .relaxed)
                }
                input.add(to: HostLoop(), mode: RunLoop.Mode.default.native)
                input.signal()
                input.signal()
                for _ in 0..<4 {
                    _ = HostLoop.run(RunLoop.Mode.default.native, seconds: 0.05, returnAfterSource: false)
                }
                continuation.resume(returning: served.count.load(ordering: .relaxed))
            }
        }
    }

    @Test("serves each message, on a host without ports too", arguments: [false, true])
    func messages(hasPorts: Bool) async {
        #expect(await served(takesMessages: true, hasPorts: hasPorts) == 2)
    }

    @Test("is called once for signals that nobody took between")
    func signals() async {
        #expect(await served(takesMessages: false, hasPorts: false) == 1)
    }
}
