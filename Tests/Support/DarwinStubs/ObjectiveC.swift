// swift-format-ignore-file

// The root of all classes.
public struct Selector: Sendable {
    public init(_ name: String) {}
}

public protocol NSObjectProtocol: AnyObject {}

@objc open class NSObject: NSObjectProtocol {
    public init() {}
}
