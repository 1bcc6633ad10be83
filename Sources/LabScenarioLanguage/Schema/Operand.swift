import LabScenarioModel

/// The way between a key of a step and an operand, in both directions.
struct Operand {
    /// Fills the operand from the key's value, or reports a mistake; nothing if the verb does so by itself.
    var read: @Sendable (inout StepDecoder, DecodedStep, Item, inout Step) -> Void = { _, _, _, _ in }
    /// The value that the key has in a step; nil: the key is left out.
    let write: @Sendable (Step) -> Any?
}

extension Operand {
    /// An operand that is filled from a value of one type.
    init<Value: Sendable>(
        _ set: @escaping @Sendable (inout Step, Value) -> Void, write: @escaping @Sendable (Step) -> Any?
    ) {
        self.init(
            read: { _, _, item, step in if let value = item.value as? Value { set(&step, value) } }, write: write)
    }

    static func at<Value: Sendable>(_ path: WritableKeyPath<Step, Value?> & Sendable) -> Operand {
        Operand({ (step, value: Value) in step[keyPath: path] = value }, write: { $0[keyPath: path] })
    }

    /// The same where two keys fill the operand, and the flag tells by which one.
    static func at<Value: Sendable>(_ path: WritableKeyPath<Step, Value?> & Sendable, flag: Bool) -> Operand {
        Operand(
            { (step, value: Value) in (step[keyPath: path], step.flag) = (value, flag) },
            write: { $0.flag == flag ? $0[keyPath: path] : nil })
    }

    static let part = at(\.part)
    static let word = at(\.word)
    /// For a verb that is `true` and nothing else.
    static let itself = Operand(write: { _ in true })

    /// The part that the verb acts on; `true` for none.
    static let partOrNone = Operand(
        { (step, part: PartReference) in step.part = part }, write: { step in step.part.map { $0 as Any } ?? true })

    /// A thread or a queue; any other value than a part, such as `true`, leaves the operand out.
    static func index(
        _ path: WritableKeyPath<Step, Int?> & Sendable, _ part: @escaping @Sendable (Int) -> PartReference,
        absent: Bool? = nil
    ) -> Operand {
        Operand(
            { (step, part: PartReference) in step[keyPath: path] = part.index },
            write: { step in step[keyPath: path].map { part($0) as Any } ?? absent })
    }

    static let queue = index(\.queue, PartReference.queue)
    static let thread = index(\.thread, PartReference.thread)
    /// A thread, or `true` for the current one.
    static let loop = index(\.thread, PartReference.thread, absent: true)

    /// A time, or percentiles of it.
    static func amount(_ path: WritableKeyPath<Step, Amount?> & Sendable) -> Operand {
        Operand(
            read: { _, _, item, step in
                step[keyPath: path] =
                    (item.value as? Int64).map(Amount.fixed) ?? (item.value as? QuantileTable).map(Amount.drawn)
            },
            write: { step in
                switch step[keyPath: path] {
                case .fixed(let time)?: time
                case .drawn(let table)?: table
                case .turns?, nil: nil
                }
            })
    }

    static let turns = Operand(
        { (step, turns: Int64) in step.busy = .turns(turns) },
        write: { if case .turns(let turns)? = $0.busy { turns } else { nil } })

    static let flag = Operand({ (step, flag: Bool) in step.flag = flag }, write: { $0.flag ? true : nil })

    static let modes = Operand(
        { (step, items: [Item]) in step.modes = items.compactMap { $0.value as? ModeName } },
        write: { $0.modes })

    static func captures(weakly: Bool) -> Operand {
        Operand(
            read: { _, decoded, _, step in step.captures += decoded.fields.captures(weakly: weakly) },
            write: { $0.captures.filter { $0.isWeak == weakly }.map(\.part) })
    }

    /// The steps inside it, where the row of the verb says that they run.
    static let steps = Operand(
        read: { decoder, decoded, item, step in
            guard let node = item.value as? Node, var context = decoded.row.inner(decoded) else { return }
            context.isNested = true
            step.steps = decoder.steps(node, in: context)
        }, write: { $0.steps })

    /// A counter, by its name; `number` gives it a number.
    static func counter(_ number: @escaping @Sendable (inout CounterNames, String, Place) -> Int) -> Operand {
        Operand(
            read: { decoder, _, item, step in
                step.counter = (item.value as? String).map { number(&decoder.values.counters, $0, item.span) }
            }, write: { $0.counter.map { "\($0)" } })
    }
}
