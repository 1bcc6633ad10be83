import LabCatalogue
import LabRecording

extension Trace {
    func text(at index: Int64) -> String {
        texts.indices.contains(Int(index)) ? texts[Int(index)] : ""
    }

    /// The place of a step, or else of an entity.
    package func place(ofStep step: Int64, orOf entity: EntityID) -> Range<Int> {
        if steps.indices.contains(Int(step)), !steps[Int(step)].isEmpty { return steps[Int(step)] }
        return place(entity)
    }

    /// The place of a reason. In a callback without work, sleep or a run loop, that is the place of its wait.
    package func place(of reason: Reason) -> Range<Int> {
        let group = entity(reason.culprit)?.group ?? .none
        if reason.cause == .tolerance, let key = tolerances[group == .none ? reason.culprit : group] { return key }
        let isWait = reason.step < 0 && [.otherWork, .ownCallback, .awaiting].contains(reason.cause)
        let step = isWait ? entity(reason.culprit)?.wait?.step ?? reason.step : reason.step
        return place(ofStep: step, orOf: reason.culprit)
    }
}
