import LabScenarioModel
import LabScenarioProgram

/// The path of a message to the object that answers it, and its result.
struct ResolvedMessage {
    enum Answer: Hashable {
        case method(object: ObjectID)
        /// The message returns zero and does nothing.
        case swallowed
        /// An intermediate target finds its real target gone.
        case targetGone
        /// Nothing answers: the exception's reason.
        case unrecognised(reason: String)
        /// Proxies that forward to each other without end.
        case endless
    }

    /// The indices of its stages in the recording, from receiver to receiver.
    var messages: [Int64] = []
    var answer = Answer.swallowed
}

/// Names of methods of the root classes (NSObject and NSProxy documentation).
enum RootClass {
    /// The selectors that NSProxy answers by itself.
    static let proxySelectors: Set<String> = [
        "class", "description", "debugDescription", "hash", "isEqual:", "isProxy", "release", "retain", "autorelease",
        "retainCount", "self", "superclass", "methodSignatureForSelector:", "forwardInvocation:",
        "doesNotRecognizeSelector:",
    ]

    /// The selectors that NSProxy forwards although it has a method for them.
    static let forwardedQuestions: Set<String> = [
        "isKindOfClass:", "isMemberOfClass:", "conformsToProtocol:", "respondsToSelector:",
    ]

    /// The selectors that NSObject answers by itself.
    static let objectSelectors: Set<String> = proxySelectors.union(forwardedQuestions).union([
        "copy", "mutableCopy", "performSelector:", "performSelector:withObject:", "methodForSelector:",
        "forwardingTargetForSelector:", "instancesRespondToSelector:", "new", "alloc", "init", "dealloc",
    ])

    /// The selectors that an NSTimer answers in addition.
    static let timerSelectors: Set<String> = [
        "fire", "fireDate", "setFireDate:", "invalidate", "isValid", "timeInterval", "tolerance", "setTolerance:",
        "userInfo",
    ]
}

extension ObjectPlan.Forwarding {
    var isProxyClass: Bool { self == .nsproxy || self == .nullForwarding }

    /// True if it implements all messages that it receives, when the plan does not list its selectors.
    var implementsWhatItIsSent: Bool { !isProxyClass && self != .object }
}

/// The stages of a message (Objective-C Runtime Programming Guide, "Message Forwarding").
enum MessageStage {
    static let lookup = "lookup"
    static let resolve = "resolveInstanceMethod:"
    static let resolveClass = "resolveClassMethod:"
    static let target = "forwardingTargetForSelector:"
    static let signature = "methodSignatureForSelector:"
    static let invocation = "forwardInvocation:"
    static let failure = "doesNotRecognizeSelector:"

    /// The crash of proxies that forward to each other without end.
    static let overflow = "EXC_BAD_ACCESS (stack overflow): proxies forward to each other for ever"
}
