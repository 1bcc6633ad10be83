import Laboratory
import Platform

/// How far a long command has got, on one line of a terminal that is taken away at the end; nowhere else.
struct Progress: Sendable {
    /// Whether standard error is a terminal that can take a line away again.
    static var canBeShown: Bool { Descriptor.standardError.isTerminal && ProcessEnvironment.variable("TERM") != "dumb" }

    private let isShown = Progress.canBeShown

    func show(_ done: Int, _ all: Int) {
        // A hundred steps are enough for anybody.
        guard isShown, done == all || done % max(1, all / 100) == 0 else { return }
        StandardError.write("\r\u{1B}[K\(done) of \(all) scenarios")
    }

    func clear() {
        if isShown { StandardError.write("\r\u{1B}[K") }
    }
}
