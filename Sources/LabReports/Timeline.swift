import LabCatalogue
import LabRecording

extension RunReport {
    /// A lane for each timer over simulated time, below the modes and the work of its thread; empty without either.
    var timelineSection: ReportSection {
        let isEmpty = shownTimers.isEmpty || trace.duration <= 0
        return ReportSection("Timeline", isEmpty ? [] : [.lanes(lanes(width:))])
    }

    private func lanes(width: Int) -> [StyledText] {
        let timers = shownTimers
        let (homes, threads, timersByHome) = (self.homes(of: timers), self.threads, self.timersByHome)
        let names = timers.map { DisplayWidth.of($0.label(threads)) } + homes.map { DisplayWidth.of(trace.name($0)) }
        let nameWidth = min(names.max() ?? 0, width * 2 / 5)
        let layout = LaneLayout(nameWidth: nameWidth)
        let chart = LaneChart(
            trace, analysis, intervals: timers.compactMap { $0.requested?.scaled(1) }.filter { $0 > 0 },
            width: max(10, width - layout.gutter - 1))
        var lines = [layout.line("", "", StyledText(chart.scale.labels, .faint))]
        if !chart.system.isEmpty { lines.append(layout.line("system", "", band(chart.system, chart.scale))) }
        var signs = ""
        for home in homes {
            lines += lanes(of: home, chart, layout)
            for timer in timersByHome[home] ?? [] {
                let lane = analysis.lane(of: timer.entity, step: chart.scale.step, count: chart.scale.columns)
                lines.append(layout.line(timer.label(threads), "", styled(lane)))
                if let stretches = chart.suspensions[timer.entity] {
                    lines.append(layout.line("", "", band(stretches, chart.scale)))
                }
                signs += lane
            }
        }
        return lines + legend(signs, chart.scale).folded(to: width - layout.gutter).map { layout.line("", "", $0) }
    }

    private func lanes(of home: EntityID, _ chart: LaneChart, _ layout: LaneLayout) -> [StyledText] {
        var name = self.name(home) ?? ""
        var lines: [StyledText] = []
        for (lane, stretches) in [("event", chart.events), ("mode", chart.modes)] {
            guard let stretches = stretches[home], !stretches.isEmpty else { continue }
            lines.append(layout.line(name, lane, band(stretches, chart.scale)))
            name = ""
        }
        let bars = chart.busy[home].map { self.bars($0, chart.scale) } ?? ""
        if bars.contains(where: { $0 != " " && $0 != "▁" }) {
            lines.append(layout.line(name, "busy", StyledText(bars, .band)))
        }
        return lines
    }

    private func styled(_ signs: String) -> StyledText {
        var lane = StyledText()
        for sign in signs {
            let role: TextRole =
                switch LaneSign(rawValue: sign) {
                case .nothing, nil: .faint
                case .onTime: .good
                case .late, .calledAndSkipped: .warning
                case .skipped: .bad
                case .due: .plain
                }
            lane.append(String(sign), role)
        }
        return lane
    }

    /// The load of each step, in eighths.
    private func bars(_ busy: [Int64], _ scale: TimeScale) -> String {
        let levels = Array(" ▁▂▃▄▅▆▇█")
        var bars = busy.enumerated().map { column, time in
            let length = Int128(scale.end(column) - scale.start(column))
            return levels[Int(min(8, max(0, (Int128(time) * 8 + length - 1) / max(1, length))))]
        }
        while bars.last == " " { bars.removeLast() }
        return String(bars)
    }

    /// Spans as `├tracking────┤`; the name is beside a span that is too short for it.
    private func band(_ stretches: [LaneChart.Stretch], _ scale: TimeScale) -> StyledText {
        var line = StyledText()
        for (index, stretch) in stretches.enumerated() {
            let first = max(scale.column(stretch.range.lowerBound), line.width)
            let last = scale.column(stretch.range.upperBound - 1)
            if last < first { continue }
            let inner = last - first - 1
            let length = DisplayWidth.of(stretch.name)
            let next = index + 1 < stretches.count ? scale.column(stretches[index + 1].range.lowerBound) : scale.columns
            let fitsBehind = max(first, last) + 1 + length < next
            if inner < length, !fitsBehind, line.width + length < first {
                line.pad(to: first - length)
                line.append(stretch.name, .band)
            }
            line.pad(to: first)
            if inner >= length {
                line.append("├" + stretch.name + String(repeating: "─", count: inner - length) + "┤", .band)
                continue
            }
            line.append(inner < 0 ? "│" : "├" + String(repeating: "─", count: inner) + "┤", .band)
            if fitsBehind { line.append(stretch.name, .band) }
        }
        return line
    }

    private func legend(_ signs: String, _ scale: TimeScale) -> [StyledText] {
        let shown = LaneSign.allCases.filter { $0 != .nothing && signs.contains($0.rawValue) }
        return (["one sign = " + scale.stepText] + shown.map { "\($0.rawValue) \($0.meaning)" }).map { StyledText($0) }
    }
}

private struct LaneLayout {
    var nameWidth: Int
    var gutter: Int { 2 + nameWidth + 2 + 5 + 2 }

    func line(_ name: String, _ lane: String, _ signs: StyledText) -> StyledText {
        var line = StyledText("  ")
        line.append(DisplayWidth.clipped(name, to: nameWidth), .strong)
        line.pad(to: 2 + nameWidth + 2)
        line.append(lane, .faint)
        if !signs.isEmpty { line.pad(to: gutter) }
        line.append(signs)
        return line
    }
}
