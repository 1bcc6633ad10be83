/// The candidate that a mistyped word most likely meant, or `nil` when none is near.
///
/// Near means that a third of the longer word's letters at most is inserted, left out, replaced or swapped with its
/// neighbour (Damerau–Levenshtein, restricted to one edit a place). Case is ignored; the first of equals wins.
public func closestMatch(to word: String, among candidates: some Sequence<String>) -> String? {
    let longestCompared = 100
    let typed = Array(word.lowercased().unicodeScalars.prefix(longestCompared + 1))
    guard typed.count <= longestCompared else { return nil }

    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
        let meant = Array(candidate.lowercased().unicodeScalars.prefix(longestCompared + 1))
        guard meant.count <= longestCompared else { continue }
        let allowed = max(1, max(typed.count, meant.count) / 3)
        guard abs(typed.count - meant.count) <= allowed else { continue }
        let distance = editDistance(typed, meant)
        // A word whose every letter changed is another word.
        guard distance <= allowed, distance < min(typed.count, meant.count) else { continue }
        if distance < best?.distance ?? Int.max { best = (candidate, distance) }
    }
    return best?.candidate
}

/// The least number of insertions, deletions, replacements and swaps of neighbours between two words.
private func editDistance(_ source: [Unicode.Scalar], _ target: [Unicode.Scalar]) -> Int {
    var beforeLast = [Int](repeating: 0, count: target.count + 1)
    var last = Array(0...target.count)
    var current = last
    for row in source.indices {
        current[0] = row + 1
        for column in target.indices {
            let replaced = last[column] + (source[row] == target[column] ? 0 : 1)
            var least = min(replaced, last[column + 1] + 1, current[column] + 1)
            if row > 0, column > 0, source[row] == target[column - 1], source[row - 1] == target[column] {
                least = min(least, beforeLast[column - 1] + 1)
            }
            current[column + 1] = least
        }
        (beforeLast, last, current) = (last, current, beforeLast)
    }
    return last[target.count]
}
