// swift-format-ignore-file

// What the project uses of Combine, for publishers of dates that cannot fail.
public protocol ConnectablePublisher: AnyObject {}

public final class Autoconnect {
    @available(macOS 10.15, *)
    public func sink(receiveValue: @escaping (Any) -> Void) -> AnyCancellable { AnyCancellable() }
}

extension ConnectablePublisher {
    @available(macOS 10.15, *)
    public func autoconnect() -> Autoconnect { Autoconnect() }
}

/// Takes its subscription back when it goes.
public final class AnyCancellable {
    public func cancel() {}
}
