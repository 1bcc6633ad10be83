import LabRecording

extension Detectors {
    static let unrecognisedSelector: Detector = eachEvent { evidence, event in
        let trace = evidence.trace
        guard event.kind == .messaged, trace.messages.indices.contains(Int(clamping: event.value)) else {
            return nil
        }
        let message = trace.messages[Int(event.value)]
        guard message.outcome == .unrecognised else { return nil }
        return Sighting(
            subject: message.receiver, related: event.caller,
            message: "\(message.receiver) does not know \(message.selector), and its target is gone")
    }
}
