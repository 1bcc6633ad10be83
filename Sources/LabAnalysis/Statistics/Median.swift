extension [Int64] {
    /// The mean of the two middle values, rounded; nil without values.
    package var median: Int64? {
        guard !isEmpty else { return nil }
        let sorted = map(Double.init).sorted()
        let (lower, upper) = (sorted[(count - 1) / 2], sorted[count / 2])
        return Int64(exactly: (lower / 2 + upper / 2).rounded())
    }
}
