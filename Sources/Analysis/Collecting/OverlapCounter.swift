import Recording

/// Counts blocks that begin while an earlier one of the same step still runs on another thread, and those that a block of a
/// later firing has overtaken.
struct OverlapCounter {
    private struct Block {
        var isBlock = false
        var running: Int32 = 0
        /// The thread on which the oldest of those began.
        var thread: Int16 = -1
        var overlaps: Int64 = 0
        var begun: Int64 = 0
        /// Of the latest that has begun.
        var origin = BlockOrigin(rawValue: 0)
        var overtaken: Int64 = 0
    }

    private var blocks: [Block] = []
    private var known = 0

    mutating func grow(to entities: [Entity]) {
        // What comes after the last block is none.
        for index in known..<max(known, entities.count) where entities[index].kind == .block {
            blocks.append(contentsOf: repeatElement(Block(), count: index + 1 - blocks.count))
            blocks[index].isBlock = true
        }
        known = max(known, entities.count)
    }

    /// The entity of the record is a known one.
    mutating func take(_ record: Record) {
        let entity = Int(record.entity.index)
        guard record.kind == .calloutBegan || record.kind == .calloutEnded, entity < blocks.count,
            blocks[entity].isBlock
        else { return }
        if record.kind == .calloutEnded {
            blocks[entity].running -= 1
        } else {
            if blocks[entity].running > 0, blocks[entity].thread != record.thread { blocks[entity].overlaps += 1 }
            if blocks[entity].running == 0 { blocks[entity].thread = record.thread }
            blocks[entity].running += 1
            blocks[entity].begun += 1
            let origin = BlockOrigin(rawValue: record.extra)
            if origin.isBefore(blocks[entity].origin) {
                blocks[entity].overtaken += 1
            } else {
                blocks[entity].origin = origin
            }
        }
    }

    func begun(_ block: EntityID) -> Int64 {
        Int(block.index) < blocks.count ? blocks[Int(block.index)].begun : 0
    }

    /// Blocks that overlapped an earlier one, or were overtaken by a later one, and how often.
    var blocksOutOfTurn: [(block: EntityID, overlaps: Int64, overtaken: Int64)] {
        blocks.indices.filter { blocks[$0].overlaps + blocks[$0].overtaken > 0 }.map {
            (EntityID($0), blocks[$0].overlaps, blocks[$0].overtaken)
        }
    }
}
