import LabScenarioModel

/// The way from a key of a step to an operand.
struct Operand {
    /// Fills the operand from the key's value, or reports a mistake.
    let read: @Sendable (inout StepDecoder, DecodedStep, Item, inout Step) -> Void
}

extension Operand {
    init<Value: Sendable>(_ set: @escaping @Sendable (inout Step, Value) -> Void) {
        self.init { _, _, item, step in if let value = item.value as? Value { set(&step, value) } }
    }

    static func at<Value: Sendable>(_ path: WritableKeyPath<Step, Value?> & Sendable) -> Operand {
        Operand { (step, value: Value) in step[keyPath: path] = value }
    }

    /// The same where two keys fill the operand, and the flag tells by which one.
    static func at<Value: Sendable>(_ path: WritableKeyPath<Step, Value?> & Sendable, flag: Bool) -> Operand {
        Operand { (step, value: Value) in (step[keyPath: path], step.flag) = (value, flag) }
    }

    static let part = at(\.part)
    static let word = at(\.word)

    /// A thread or a queue; any other value than a part, such as `true`, leaves the operand out.
    private static func index(_ path: WritableKeyPath<Step, Int?> & Sendable) -> Operand {
        Operand { (step, part: PartReference) in step[keyPath: path] = part.index }
    }

    static let queue = index(\.queue)
    static let thread = index(\.thread)

    /// A time, or percentiles of it.
    static func amount(_ path: WritableKeyPath<Step, Amount?> & Sendable) -> Operand {
        Operand { _, _, item, step in
            step[keyPath: path] =
                (item.value as? Int64).map(Amount.fixed) ?? (item.value as? QuantileTable).map(Amount.drawn)
        }
    }

    static let turns = Operand { (step, turns: Int64) in step.busy = .turns(turns) }

    static let flag = Operand { (step, flag: Bool) in step.flag = flag }

    static let modes = Operand { (step, items: [Item]) in step.modes = items.compactMap { $0.value as? ModeName } }

    static func captures(weakly: Bool) -> Operand {
        Operand { _, decoded, _, step in step.captures += decoded.fields.captures(weakly: weakly) }
    }

    /// The steps inside it, where the row of the verb says that they run.
    static let steps = Operand { decoder, decoded, item, step in
        guard let node = item.value as? Node, var context = decoded.row.inner(decoded) else { return }
        context.isNested = true
        step.steps = decoder.steps(node, in: context)
    }

    /// A counter, by its name; `number` gives it a number.
    static func counter(_ number: @escaping @Sendable (inout CounterNames, String, Place) -> Int) -> Operand {
        Operand { decoder, _, item, step in
            step.counter = (item.value as? String).map { number(&decoder.values.counters, $0, item.span) }
        }
    }
}
