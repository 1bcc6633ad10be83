import LabExactTime
import LabScenarioModel

extension ValueDecoder {
    /// Percentiles `{ p0 = …, p50 = …, p100 = … }` as a table of quantiles.
    mutating func quantiles(_ node: Node, of element: ValueType, key: String) -> QuantileTable? {
        var points: [(point: QuantileTable.Point, keySpan: Place, valueSpan: Place)] = []
        for entry in node.entries {
            guard let probability = Percentile.probability(entry.name) else {
                report(
                    .badQuantiles, "unknown percentile '\(entry.name.shownShort)' in '\(key)'", at: entry.key.span,
                    help: "write p0, p50, p99, \"p99.9\", p100")
                continue
            }
            guard let value = value(entry.value, as: element, of: entry.name.shownShort)?.value as? Int64 else {
                continue
            }
            let point = QuantileTable.Point(probability: probability, value: value)
            points.append((point, entry.key.span, entry.value.span))
        }
        guard points.count == node.entries.count else { return nil }
        points.sort { $0.point.probability < $1.point.probability }
        guard points.first?.point.probability == 0, points.last?.point.probability == 1_000_000 else {
            let missing = points.first?.point.probability == 0 ? "p100" : "p0"
            return refuse(
                .badQuantiles, "missing percentile '\(missing)' in '\(key)'", at: node.span,
                help: "give the least value as p0 and the greatest as p100")
        }
        for (left, right) in zip(points, points.dropFirst()) where left.point.value > right.point.value {
            return refuse(
                .badQuantiles, "a higher percentile of '\(key)' has a smaller value", at: right.valueSpan,
                help: "percentiles never go down", related: [Diagnostic.Related("larger here", at: left.valueSpan)])
        }
        return QuantileTable(points: points.map(\.point))
    }

    /// A plain number in parts per billion, 0 to 1000.
    mutating func factor(_ node: Node, of key: String) -> Int64? {
        let text = node.kind.number ?? ""
        guard let scaled = NumberScanner.number(text)?.times(Rational(whole: 1_000_000_000)), scaled.isWhole,
            (0...1_000_000_000_000).contains(scaled.numerator)
        else {
            return refuse(
                .numberOutOfRange,
                "'\(key)' is a factor from 0 to 1000 with at most nine decimals; found \(text.shownShort)",
                at: node.span)
        }
        return scaled.numerator
    }
}

enum Percentile {
    /// Parts per million: `p99.9` is 999 000; nil for no percentile, or one finer than that.
    static func probability(_ name: String) -> Int64? {
        guard name.first == "p", name.utf8.count <= 12,
            name.utf8.dropFirst().first.map({ $0 != 0x2B && $0 != 0x2D }) ?? false,
            let parts = NumberScanner.number(String(name.dropFirst()))?.times(Rational(whole: 10_000)), parts.isWhole,
            (0...1_000_000).contains(parts.numerator)
        else { return nil }
        return parts.numerator
    }
}
