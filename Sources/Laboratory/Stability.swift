import Analysis
import Reports

extension RunReport {
    /// Measures how stable each timer is over the averaging time (`--stability`); what fires too seldom is left out.
    public mutating func measureStability() {
        stability = analysis.timers.filter { $0.copies == 1 }.compactMap { timer in
            analysis.firingTimes(of: timer.entity).flatMap { StabilityTable($0) }.map { (timer.name, $0) }
        }
    }
}
