@testable import LabSimulation

extension World {
    /// Checks the invariants of the parts; for tests.
    func checkInvariants() {
        for thread in threads.rows { thread.checkInvariants() }
        for loop in loops.rows { loop.timers.checkInvariants(timers) }
        dispatch.deadlines.checkInvariants()
        objects.graph.checkInvariants()
    }
}

extension ObjectGraph {
    /// Checks that lists of references are intact, and that no count is below the number of references.
    func checkInvariants() {
        var counts = Array(repeating: 0, count: nodes.count)
        for node in nodes.ids {
            var previous = EdgeID.none
            var next = nodes[node].firstEdge
            while next.exists {
                let edge = edges[next]
                assert(edge.from == node && edge.previous == previous, "a reference in a wrong list")
                counts[edge.to.index] += 1
                previous = next
                next = edge.next
            }
            assert(nodes[node].lastEdge == previous, "the last reference is not the last")
        }
        for node in nodes.ids {
            let state = nodes[node]
            assert(counts[node.index] <= Int(state.count + state.overReleases), "counts less than lead to it")
        }
    }
}

extension SimulatedThread {
    /// Checks that all references of the frames on the stack are valid.
    func checkInvariants() {
        for frame in frames {
            switch frame {
            case .batch(let remaining, _): assert(remaining <= calls.count, "a batch beyond the calls")
            case .releases(let remaining): assert(remaining <= releases.count, "releases beyond the list")
            case .holds(let mark): assert(mark <= holds.count, "a mark beyond the holds")
            case .callout(let callout): assert(callout.holdMark <= holds.count, "a mark beyond the holds")
            case .steps, .repeating, .run, .activation, .heldBlocks, .mainDrain, .dealloc, .queueWorker, .waitLoop,
                .host, .busy, .body:
                continue
            }
        }
    }
}

extension DeadlineTable {
    /// Checks that each armed deadline is in its line once.
    func checkInvariants() {
        for (index, line) in lines.enumerated() {
            let armed = deadlines.rows.count { $0.line == index && $0.sequence != 0 }
            assert(line.targets.count == armed, "an armed deadline is not in its line")
            assert(line.windowEnds.count == armed, "the window of an armed deadline is not in its line")
        }
    }
}

extension TimerGroups {
    /// Checks that each queue has the armed timers of its group, each with the end of its window.
    func checkInvariants(_ timers: TimerTable) {
        for (index, group) in groups.enumerated() {
            for entry in group.queue.due(by: .max) {
                assert(timers[entry.timer].entry(of: entry.timer) == entry, "a timer's entry is another one")
                assert(timers[entry.timer].group == index, "a timer is in another group")
            }
            assert(group.queue.count <= group.count, "more timers are armed than are in the group")
            assert(!hasTolerance || group.windowEnds.count == group.queue.count, "a window without its timer")
        }
    }
}
