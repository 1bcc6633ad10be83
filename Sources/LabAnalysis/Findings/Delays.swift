import LabExactTime
import LabRecording

/// Timers that are late for a cause.
extension Evidence {
    var ownCallback: [Sighting] { outlasting(isFrame: false) }

    var frameOutlasted: [Sighting] { outlasting(isFrame: true) }

    /// Callbacks that took as long as their interval, or a display link's frame, of the last schedule or of the shortest
    /// one.
    private func outlasting(isFrame: Bool) -> [Sighting] {
        let outlasting = delays(by: .ownCallback).filter { delay in
            // An interval of 0 has a finding of its own (TL0401).
            guard isFrame == (mechanism(of: delay.timer) == .displayLink), !isWithoutInterval(delay.timer)
            else { return false }
            let longest = circumstances.callbackTimes(of: delay.timer).longest
            let lengths = [
                history(of: delay.timer).lastGrid?.interval, traits(of: delay.timer)?.interval,
                summary(of: delay.timer)?.asked?.lowerBound,
            ]
            return lengths.contains { $0.map { Rational(whole: longest) >= $0 } ?? false }
                // If the callback waits for other work, that work is the cause (TL0102).
                && !delays(by: .awaiting).contains { $0.timer == delay.timer && $0.cost > delay.cost }
        }
        if outlasting.isEmpty { return [] }
        let activities = circumstances.threads.flatMap { $0.spans.activities }
        let calls = Set(activities.lazy.filter { $0.caller.exists }.map { $0.call })
        return outlasting.map { delay in
            sighting(of: delay, situation: calls.contains(delay.share.reason.step) ? .nestedLoop : nil)
        }
    }

    var otherWork: [Sighting] {
        let delays = (delays(by: .otherWork) + delays(by: .awaiting)).sorted {
            ($0.timer, $1.cost) < ($1.timer, $0.cost)
        }
        // Work and waits for it are one finding of a timer.
        let losing = Set(delays.filter { $0.effect.skipped > 0 }.map(\.timer))
        let stuck = events.events.filter { $0.isRemark(.waitsForever) }.map(waiter)
        return delays.compactMap { delay in
            let server = trace.server(ofHomeOf: delay.timer)
            // A thread that never returns to its loop has stopped running it (TL0207), or waits forever (TL0503).
            let isOver = stopped(delay.timer)?.thread == delay.share.culprit || stuck.contains(server)
            if delay.effect.lateFirings == 0, isOver { return nil }
            let traits = traits(of: delay.timer)
            // Lateness within its tolerance does not count.
            let allowed = traits.map { max($0.tolerance, $0.defaultLeeway) } ?? 0
            let losesNone = !losing.contains(delay.timer)
            if losesNone, allowed > 0, delay.effect.longest <= allowed { return nil }
            let starves = !circumstances.pool(serving: trace.entity(server)).isEmpty
            return sighting(
                of: delay, harm: losesNone && isTiny(delay) ? .asked : nil,
                situation: delay.share.cause == .awaiting ? .waiting : starves ? .queue : nil)
        } + lateWork(.otherWork)
    }

    /// True for lateness that neither the eye nor the rhythm shows. A frame at 60 Hz takes 16.7 ms, of which all that
    /// draws may take a quarter, 4 ms: so long may others of a fast timer's thread be busy, too.
    func isTiny(_ delay: Delay) -> Bool {
        let interval = history(of: delay.timer).lastGrid?.interval?.scaled(1) ?? 0
        let isLink = traits(of: delay.timer)?.followsDisplay == true
        let own = isLink ? interval / 4 : max(min(interval / 100, 16_666_667), min(interval / 25, 4_000_000))
        return delay.effect.longest <= max(1_000_000, own)
    }

    var modeNotRun: [Sighting] {
        delays(by: .modeNotRun).map { delay in
            let mode = words(delay.timer).mode(runBy: delay.share.culprit, 0..<trace.duration).map(trace.name)
            let isOwn = traits(of: delay.timer)?.modes != [] && !["default", "tracking", "modal", nil].contains(mode)
            return sighting(of: delay, situation: isOwn ? .ownMode : nil)
        } + lateWork(.modeNotRun)
    }

    /// A default leeway has a finding of its own (TL0112).
    var toleranceUsed: [Sighting] {
        delays(by: .tolerance).filter { traits(of: $0.timer)?.tolerance ?? 0 > 0 }
            .map { sighting(of: $0, harm: .asked) }
    }

    var defaultLeeway: [Sighting] {
        timers.compactMap { timer in
            // Users notice a delay of 0.1 s (Card, Moran, Newell: The Psychology of Human-Computer Interaction).
            guard let leeway = traits(of: timer)?.defaultLeeway, leeway > 100_000_000, hasFired(timer)
            else { return nil }
            let delay = delays(by: .tolerance).first { $0.timer == timer }
            // It may have waited in the background, or for the wake-up of one that should have replaced it (TL0318).
            let isRemade =
                delays(by: .background).contains { $0.timer == timer }
                || events.events.contains {
                    $0.isRemark(.remade) && trace.group(of: $0.entity) == trace.group(of: timer)
                }
            return Sighting(
                subject: timer, cost: delay?.cost ?? 0, harm: delay != nil && !isRemade ? .impaired : .asked,
                message: "\(timer) may be called up to \(ns: leeway) late, though no tolerance was asked for")
        }
    }

    var inBackground: [Sighting] {
        // An app that was never suspended ran on, and only its wake-ups came late; a link has no frames there.
        let app = trace.entities.firstIndex { $0.kind == .process }
        let isHeldBack = app.map { circumstances.suspensions[$0].isEmpty } ?? false
        return delays(by: .background).map { delay in
            var found = sighting(of: delay, harm: .asked)
            guard let traits = traits(of: delay.timer), !traits.followsDisplay else { return found }
            if isHeldBack {
                found.situation = .heldBack
                found.message += ", where the system holds its timers back"
            } else if mechanism(of: delay.timer) != .asyncTimer {
                found.situation =
                    !traits.repeats ? .once : traits.showsSeconds || traits.changesNothing ? .countsNothing : nil
            }
            return found
        }
    }
}
