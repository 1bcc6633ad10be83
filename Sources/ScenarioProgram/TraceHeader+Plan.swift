import Recording
import ScenarioModel

extension TraceHeader {
    /// What the plan says of a recording, which reaches to its end.
    public init(_ plan: ScenarioPlan) {
        self.init()
        title = plan.title
        deviceProfile = plan.device.profile
        seed = plan.seed
        duration = plan.duration
        process = plan.log.process
        pid = plan.log.pid
        epoch = plan.log.epoch
        utcOffset = plan.log.utcOffset
    }
}
