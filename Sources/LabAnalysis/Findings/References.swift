import LabRecording

/// References and messages that are wrong, and ends that do not end.
extension Evidence {
    var weakVariable: [Sighting] {
        eachEvent(.weakTargetRetained) { event in
            let object = EntityID(event.value)
            return Sighting(
                subject: event.entity, place: trace.targetPlace(of: event.entity), related: object,
                // One that is nil at once has that as its first problem (TL0309).
                harm: events.events.contains { $0.kind == .weakPropertyCleared && $0.entity == event.entity }
                    ? .neverRuns : nil,
                message: "a weak variable is passed, but \(event.entity) retains the object \(object) all the same")
        }
    }

    var overReleased: [Sighting] {
        lifetimes.replay.overReleased.filter { isObject($0.object) }.map { object, time, holders in
            let holder = holders.first?.holder ?? .none
            return Sighting(
                subject: object, related: holder,
                message: "\(object) was deallocated at \(at: time) although \(holder) still refers to it")
        }
    }

    var releasedWhileSuspended: [Sighting] {
        crash("suspended object", "inactive object") { name, reason in
            "the last reference to \(name) was released: \(reason)"
        }
    }

    var unrecognisedSelector: [Sighting] {
        eachEvent(.messaged) { event in
            guard let message = trace.messages[at: event.value], message.outcome == .unrecognised else { return nil }
            // A proxy has passed messages on as long as its target was there.
            let isProxy = trace.messages.contains { other in
                other.receiver == message.receiver && ![.method, .swallowed, .unrecognised].contains(other.outcome)
            }
            return Sighting(
                subject: message.receiver, related: event.caller, situation: isProxy ? nil : .objects,
                message: "\(message.receiver) does not know \(message.selector)"
                    + (isProxy ? ", and its target is gone" : ""))
        }
    }

    var otherThread: [Sighting] {
        eachEvent(.remarked) { event in
            guard event.isRemark(.invalidatedOnOtherThread) else { return nil }
            return Sighting(
                subject: event.entity, related: event.thread,
                message: "\(event.entity) was invalidated on \(kind: waiter(of: event)), but thread "
                    + "\(trace.home(of: event.entity)) runs it: its run loop is not woken")
        }
    }

    var weakProperty: [Sighting] {
        eachEvent(.weakPropertyCleared) { event in
            let owner = EntityID(event.value)
            return Sighting(
                subject: event.entity, related: owner,
                message: "\(event.entity) was assigned to a weak property of \(owner), and nothing "
                    + "else held it: it is nil at once")
        }
    }

    var overResumed: [Sighting] {
        crash("Over-resume") { name, _ in
            "\(name) was resumed although it was not suspended: libdispatch ended the process"
        }
    }

    var weakInDealloc: [Sighting] {
        crash("Cannot form weak reference") { name, _ in
            "a weak reference to \(name) was formed while it was being deallocated"
        }
    }

    var addedInvalid: [Sighting] {
        remarks(.movedInvalidTimer, .addedInvalidTimer, .startedInvalidTimer) { event in
            guard trace.entity(event.entity)?.kind == .timer else { return nil }
            if event.isRemark(.startedInvalidTimer) {
                // A source that was not active is activated as it is cancelled: it could not be freed else.
                let isCancelled = stories.turn(of: event.entity)?.end == event.first
                if isCancelled, mechanism(of: event.entity) == .gcd { return nil }
                return "\(event.entity) had ended when it was to start or fire again: it is called no more"
            }
            return event.isRemark(.movedInvalidTimer)
                ? "\(event.entity) was invalid when it got a new fire date: it fires no more"
                : "\(event.entity) was invalid when it was added: it is in no run loop"
        }
            + remarks(.addedToSecondLoop, harm: .impaired, situation: .thread) { event in
                // Of an observer no addition is recorded.
                stories.stories[Int(event.entity.index)].added.map {
                    "\(event.entity) is in the run loop of thread \($0.thread): to add it to another one at "
                        + "\(at: event.first) has no effect"
                }
            }
    }

    var retainedInDealloc: [Sighting] {
        remarks(.retainedInDealloc) { event in
            "\(event.entity) was retained while it was being deallocated: it goes all the same, and the "
                + "reference is left with what is freed"
        }
    }

    var taskNotEnded: [Sighting] {
        crash("0x8badf00d") { name, _ in
            "the background task \(name) was not ended when its time was over: the system ended the process"
        }
    }

    var swallowedCancellation: [Sighting] {
        timers.compactMap { timer in
            guard mechanism(of: timer) == .taskSleep, let at = history(of: timer).swallowedAt else { return nil }
            // A body that finds its object gone does nothing.
            return Sighting(
                subject: timer, harm: lifetimes.orphans[timer]?.isUnheard == true ? .asked : nil,
                message: "\(timer) was cancelled in its sleep at \(at: at), and called all the same")
        }
    }
}
