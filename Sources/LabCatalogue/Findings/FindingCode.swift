/// A kind of finding in words: its code, its meaning, the rule behind it, an example and a remedy.
///
/// A file of `Texts` has its longer texts, which are read when they are asked for.
package struct FindingCode: Sendable, CaseIterable {
    /// The stable code.
    package let rawValue: String
    /// The worst severity.
    package let harm: Harm
    /// The meaning in one line.
    package let title: String

    init(_ rawValue: String, _ harm: Harm, _ title: String) {
        (self.rawValue, self.harm, self.title) = (rawValue, harm, title)
    }

    package var meaning: String { prose("meaning").text(for: nil) }
    /// The rule of the real system.
    package var rule: SituationTexts { prose("rule") }
    /// The place where the rule is written down.
    package var source: String { prose("source").text(for: nil) }
    /// The smallest scenario that has the finding.
    package var example: String { lines("example") }
    /// An imperative without its full stop.
    package var remedy: SituationTexts { prose("remedy") }
    /// More about the remedy.
    package var advice: String { prose("advice").text(for: nil) }
    /// The remedy in code, for a finding without one that can be tried; else empty.
    package var swift: String { lines("swift") }
    package var objectiveC: String { lines("objective-c") }

    /// A section with its lines as they are.
    private func lines(_ name: String) -> String { sections(name).first?.lines.joined(separator: "\n") ?? "" }

    /// The versions of a text, each for the situations in its heading.
    private func prose(_ name: String) -> SituationTexts {
        SituationTexts(
            versions: sections(name).map { section in
                (section.words.map(Situation.init), section.lines.joined(separator: " "))
            })
    }

    /// The sections of its file with a name: `# rule nstimer gcd`, and the lines below it.
    private func sections(_ name: String) -> [(words: [Substring], lines: [Substring])] {
        var sections: [(words: [Substring], lines: [Substring])] = []
        var isInside = false
        // Bytes, since a line of characters takes far longer to find.
        let (text, newline) = (FindingTexts.all[rawValue] ?? "", UInt8(ascii: "\n"))
        for line in text.utf8.split(separator: newline, omittingEmptySubsequences: false).dropLast() {
            if line.starts(with: "# ".utf8) {
                let words = line.dropFirst(2).split(separator: UInt8(ascii: " "))
                isInside = words[0].elementsEqual(name.utf8)
                if isInside { sections.append((words.dropFirst().map(Substring.init), [])) }
            } else if isInside {
                sections[sections.count - 1].lines.append(Substring(line))
            }
        }
        return sections
    }

    /// In the order of codes.
    package static let allCases: [FindingCode] = [
        // It fires, but not when it is due.
        .ownCallback, .otherWork, .modeNotRun, .toleranceUsed, .systemSlept, .inBackground, .displayRate,
        .relativeDrift, .frameOutlasted, .wallClockSet, .backlog, .defaultLeeway, .displayRateSet, .madeAnew,
        .beatsWithDisplay, .lateCountdown,
        // It never fires.
        .loopNeverRan, .neverAdded, .sourceWithoutOwner, .suspended, .loopReturned, .modeNeverRun, .runReturned,
        .neverServed, .loopSpins, .returnedAtOnce, .stoppedInVain, .runCallKept,
        // Lifetimes.
        .keptByRunLoop, .referenceCycle, .weakVariable, .firesAfterOwner, .overReleased, .releasedWhileSuspended,
        .unrecognisedSelector, .otherThread, .weakProperty, .overResumed, .weakInDealloc, .firesForNothing,
        .startedTwice, .addedInvalid, .retainedInDealloc, .taskNotEnded, .swallowedCancellation, .madeAgainPending,
        .cancelledInRunCall,
        // Energy and order.
        .wakesOften, .mainBusy, .freeOrder, .overlap, .deadlock,
    ]

    private static let byCode = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

    /// The kind of finding with a code; nil if there is none.
    package init?(rawValue: String) {
        guard let known = FindingCode.byCode[rawValue] else { return nil }
        self = known
    }
}

extension FindingCode: Hashable, Comparable, CustomStringConvertible, ExpressibleByStringLiteral {
    package init(stringLiteral code: String) {
        guard let known = FindingCode(rawValue: code) else { preconditionFailure("no finding has the code \(code)") }
        self = known
    }

    package static func == (left: FindingCode, right: FindingCode) -> Bool { left.rawValue == right.rawValue }

    package static func < (left: FindingCode, right: FindingCode) -> Bool { left.rawValue < right.rawValue }

    package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    package var description: String { rawValue }
}
