/// The number of a row in one kind of table, so that a thread's number is never taken for a timer's.
package struct ID<Tag>: Hashable, Sendable {
    /// -1: nothing.
    package let raw: Int32

    @inlinable package init(raw: Int32) { self.raw = raw }

    @inlinable package init(_ index: Int) { raw = Int32(truncatingIfNeeded: index) }

    @inlinable package init(optional index: Int?) { self.init(index ?? -1) }

    @inlinable package static var none: ID { ID(raw: -1) }

    @inlinable package var exists: Bool { raw >= 0 }

    @inlinable package var index: Int { Int(raw) }
}

package enum ModeTag {}
package enum ThreadTag {}
package enum QueueTag {}
package enum TimerTag {}
package enum ObjectTag {}
package enum EventTag {}
package enum ObserverTag {}
package enum SourceTag {}
package enum ListTag {}
package enum ConditionTag {}
package enum TemplateTag {}
package enum QuantileTag {}
package enum BlockTag {}
package enum RequestTag {}
package enum NameTag {}

package typealias ModeID = ID<ModeTag>
/// A planned thread under its index in the plan, or one of GCD's pool, which come after those.
package typealias ThreadID = ID<ThreadTag>
package typealias QueueID = ID<QueueTag>
/// One instance of a planned timer, or a perform request's timer.
package typealias TimerID = ID<TimerTag>
package typealias ObjectID = ID<ObjectTag>
package typealias EventID = ID<EventTag>
package typealias ObserverID = ID<ObserverTag>
package typealias SourceID = ID<SourceTag>
/// A compiled list of steps; none: a list without steps.
package typealias ListID = ID<ListTag>
package typealias ConditionID = ID<ConditionTag>
package typealias TemplateID = ID<TemplateTag>
package typealias QuantileID = ID<QuantileTag>
package typealias BlockID = ID<BlockTag>
package typealias RequestID = ID<RequestTag>
package typealias NameID = ID<NameTag>

/// Rows under typed numbers.
package struct Table<Tag, Row> {
    package var rows: [Row]

    @inlinable package init(_ rows: [Row] = []) { self.rows = rows }

    @inlinable package subscript(id: ID<Tag>) -> Row {
        _read { yield rows[id.index] }
        _modify { yield &rows[id.index] }
    }

    @inlinable package var count: Int { rows.count }

    /// The number that the next row gets.
    @inlinable package var nextID: ID<Tag> { ID(rows.count) }

    /// The numbers of all rows, in order.
    @inlinable package var ids: IDRange<Tag> { IDRange(0..<rows.count) }

    @inlinable @discardableResult package mutating func append(_ row: Row) -> ID<Tag> {
        rows.append(row)
        return ID(rows.count - 1)
    }

    /// Puts a row into a place that has become free, else at the end.
    @inlinable package mutating func insert(_ row: Row, reusing free: inout [ID<Tag>]) -> ID<Tag> {
        guard let place = free.popLast() else { return append(row) }
        self[place] = row
        return place
    }
}

extension Table: Sendable where Row: Sendable {}

/// Numbers that follow each other.
package struct IDRange<Tag>: RandomAccessCollection, Sendable {
    @usableFromInline let range: Range<Int>

    @inlinable package init(_ range: Range<Int>) { self.range = range }

    @inlinable package var startIndex: Int { range.lowerBound }

    @inlinable package var endIndex: Int { range.upperBound }

    @inlinable package subscript(position: Int) -> ID<Tag> { ID(position) }
}
