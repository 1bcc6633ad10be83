import LabRecording
import LabScenarioModel

/// The number of a row about one kind of thing, so that a thread's number is not mistaken for a timer's.
public struct ID<Tag>: Hashable, Sendable {
    /// -1: nothing.
    public let raw: Int32

    @inlinable public init(raw: Int32) { self.raw = raw }

    @inlinable public init(_ index: Int) { raw = Int32(truncatingIfNeeded: index) }

    @inlinable public init(optional index: Int?) { self.init(index ?? -1) }

    @inlinable public static var none: ID { ID(raw: -1) }

    @inlinable public var exists: Bool { raw >= 0 }

    @inlinable public var index: Int { Int(raw) }
}

public typealias ModeID = ID<ModeName>
/// A planned thread under its index in the plan, or one of GCD's pool, which come after those.
public typealias ThreadID = ID<ThreadPlan>
public typealias QueueID = ID<QueuePlan>
/// An instance of a planned timer, or a perform request's timer.
public typealias TimerID = ID<TimerPlan>
public typealias ObjectID = ID<ObjectPlan>
public typealias EventID = ID<EventPlan>
public typealias ObserverID = ID<ObserverPlan>
public typealias SourceID = ID<SourcePlan>
/// A compiled list of steps; none: a list without steps.
public typealias ListID = ID<Instruction>
public typealias ConditionID = ID<Condition>
public typealias TemplateID = ID<LogTemplate>
public typealias QuantileID = ID<QuantileTable>
public typealias BlockID = ID<BlockPlan>
public typealias NameID = ID<String>

/// Rows under typed numbers.
public struct Table<Tag, Row> {
    public var rows: ContiguousArray<Row>

    @inlinable public init(_ rows: [Row] = []) { self.rows = ContiguousArray(rows) }

    /// A row is read in place: an array's own subscript copies it, and its span is newer than macOS 15.
    @inlinable public subscript(id: ID<Tag>) -> Row {
        _read { yield rows.span[id.index] }
        _modify { yield &rows[id.index] }
    }

    @inlinable public var count: Int { rows.count }

    /// The number that the next row gets.
    @inlinable public var nextID: ID<Tag> { ID(rows.count) }

    /// The numbers of all rows, in order.
    @inlinable public var ids: IDRange<Tag> { IDRange(0..<rows.count) }

    @inlinable @discardableResult public mutating func append(_ row: consuming Row) -> ID<Tag> {
        rows.append(row)
        return ID(rows.count - 1)
    }

    /// Puts a row into a free place, else at the end.
    @inlinable public mutating func insert(_ row: Row, reusing free: inout [ID<Tag>]) -> ID<Tag> {
        guard let place = free.popLast() else { return append(row) }
        self[place] = row
        return place
    }
}

extension Table: Sendable where Row: Sendable {}

/// Numbers that follow each other.
public struct IDRange<Tag>: RandomAccessCollection, Sendable {
    @usableFromInline let range: Range<Int>

    @inlinable public init(_ range: Range<Int>) { self.range = range }

    @inlinable public var startIndex: Int { range.lowerBound }

    @inlinable public var endIndex: Int { range.upperBound }

    @inlinable public subscript(position: Int) -> ID<Tag> { ID(position) }
}
