import LabAnalysis
import LabPlatform
import LabReports
import LabScenarioModel

/// The options for making a device profile from logs.
package struct CalibrateRequest: Sendable {
    package var log = LogRequest()
    /// The name of the profile; nil for the first log's name.
    package var name: String?
    /// The turns of `count += i` in each callback of a log with work; nil if unknown.
    package var turns: Int64?

    package init() {}
}

extension Workbench {
    /// Makes a device profile, as the text of a file that `[device]` can load, from the logs of that device.
    ///
    /// A log whose callbacks fit into their interval shows the latency of wake-ups. A log whose callbacks outlast it
    /// shows the cost of a turn of their loop.
    package func calibrate(_ paths: [String], _ request: CalibrateRequest) throws(Problem) -> String {
        var calibration = DeviceCalibration(turns: request.turns)
        for path in paths {
            let file = try log(path, request.log)
            guard let timer = file.timers.max(by: { $0.times.times.count < $1.times.times.count }),
                timer.times.times.count >= 3
            else { throw Problem("\(path): three lines of a timer are the least that a profile can be made of") }
            try calibration.take(timer, path: path)
        }
        // A file's name without folder and extension.
        let file = FileSystem.split(paths.first ?? "device").name
        let stem = file.lastIndex(of: ".").map { $0 == file.startIndex ? file : String(file[..<$0]) } ?? file
        return try calibration.text(name: request.name ?? stem)
    }
}
