/// A first-in, first-out queue without a copy for each removed element.
struct Queue<Element> {
    /// Removed elements are released when there are so many, and at least half of all.
    private static var mostTaken: Int { 1024 }

    private var elements: [Element] = []
    /// The elements before this index have been removed.
    private var head = 0

    var isEmpty: Bool { head == elements.count }
    var count: Int { elements.count - head }
    var waiting: ArraySlice<Element> { elements[head...] }
    var first: Element? { isEmpty ? nil : elements[head] }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func insert(_ element: Element, behind belongsBefore: (Element) -> Bool) {
        if waiting.last.map(belongsBefore) ?? true { return append(element) }
        let place = waiting.lastIndex(where: belongsBefore).map { $0 + 1 } ?? head
        elements.insert(element, at: place)
    }

    /// Removes the first element; the queue must not be empty.
    @discardableResult mutating func removeFirst() -> Element {
        let element = elements[head]
        head += 1
        if head == elements.count {
            elements.removeAll(keepingCapacity: true)
            head = 0
        } else if head >= Self.mostTaken, head * 2 >= elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }

    mutating func removeAll(where isGone: (Element) -> Bool) {
        elements = waiting.filter { !isGone($0) }
        head = 0
    }
}
