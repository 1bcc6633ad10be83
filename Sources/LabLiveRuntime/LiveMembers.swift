import CoreFoundation
import Foundation

/// The input sources, observers and events of all run loops.
final class LiveMembers: @unchecked Sendable {
    private let lock = NSLock()
    private var sources: [Int: LiveInput] = [:]
    private var observers: [Int: CFRunLoopObserver] = [:]
    /// The events that wait for a thread, first come, first served, behind one port like those of a user interface.
    private var inboxes: [Int: (port: LiveInput, waiting: [Int])] = [:]
    /// Inputs outlive their run loop sources.
    private var ports: [LiveInput] = []

    // MARK: Sources and observers

    func source(_ index: Int) -> LiveInput? { lock.withLock { sources[index] } }

    func source(_ index: Int, orMake make: () -> LiveInput) -> LiveInput {
        lock.withLock {
            let source = sources[index] ?? make()
            sources[index] = source
            return source
        }
    }

    func observer(_ index: Int, orMake make: () -> CFRunLoopObserver?) -> CFRunLoopObserver? {
        lock.withLock {
            observers[index] = observers[index] ?? make()
            return observers[index]
        }
    }

    func invalidateObserver(_ index: Int) {
        if let observer = lock.withLock({ observers[index] }) { CFRunLoopObserverInvalidate(observer) }
    }

    // MARK: Events

    /// Adds an event for a thread; returns the port for its message, and true if the port is new.
    func receive(_ event: Int?, for thread: Int, orMake make: () -> LiveInput) -> (port: LiveInput, isNew: Bool) {
        lock.withLock {
            let known = inboxes[thread]
            var inbox = known ?? (make(), [])
            if let event { inbox.waiting.append(event) }
            inboxes[thread] = inbox
            if known == nil { ports.append(inbox.port) }
            return (inbox.port, known == nil)
        }
    }

    /// Removes the next event of a thread; the port is removed with the last one, except the main thread's.
    func nextEvent(of thread: Int) -> Int? {
        let (event, emptied): (Int?, LiveInput?) = lock.withLock {
            guard var inbox = inboxes[thread], let event = inbox.waiting.first else { return (nil, nil) }
            inbox.waiting.removeFirst()
            let isDone = inbox.waiting.isEmpty && thread != 0
            inboxes[thread] = isDone ? nil : inbox
            return (event, isDone ? inbox.port : nil)
        }
        emptied?.invalidate()
        return event
    }

    func tearDown() {
        let (inputs, watchers) = lock.withLock {
            defer { (ports, inboxes, sources, observers) = ([], [:], [:], [:]) }
            return (ports + sources.values, observers.values)
        }
        for input in inputs { input.invalidate() }
        for watcher in watchers { CFRunLoopObserverInvalidate(watcher) }
    }
}
