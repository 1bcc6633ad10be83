/// Numbers in lists, each number in one list at most: a new one comes last, and any can be taken out at once.
struct LinkedLists {
    private struct List {
        var first: Int32 = -1
        var last: Int32 = -1
        var count: Int32 = 0
    }

    private struct Link {
        var previous: Int32 = -1
        var next: Int32 = -1
    }

    private var lists: [List] = []
    /// By number.
    private var links: [Link] = []

    func count(_ list: Int) -> Int { list < lists.count ? Int(lists[list].count) : 0 }

    /// -1 for an empty list.
    func first(of list: Int) -> Int { list < lists.count ? Int(lists[list].first) : -1 }

    /// -1 for the last one.
    func next(after number: Int) -> Int { Int(links[number].next) }

    mutating func append(_ number: Int, to list: Int) {
        if list >= lists.count { lists.append(contentsOf: repeatElement(List(), count: list + 1 - lists.count)) }
        if number >= links.count { links.append(contentsOf: repeatElement(Link(), count: number + 1 - links.count)) }
        let last = lists[list].last
        links[number] = Link(previous: last, next: -1)
        if last >= 0 { links[Int(last)].next = Int32(number) } else { lists[list].first = Int32(number) }
        lists[list].last = Int32(number)
        lists[list].count += 1
    }

    mutating func remove(_ number: Int, from list: Int) {
        let link = links[number]
        if link.previous >= 0 { links[Int(link.previous)].next = link.next } else { lists[list].first = link.next }
        if link.next >= 0 { links[Int(link.next)].previous = link.previous } else { lists[list].last = link.previous }
        lists[list].count -= 1
    }
}
