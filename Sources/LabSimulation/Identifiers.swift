import LabScenarioProgram

enum LoopTag {}
enum NodeTag {}
enum EdgeTag {}
enum DeadlineTag {}
enum DispatchSourceTag {}
enum DelayedTag {}
enum TaskTag {}
enum DisplayLinkTag {}
enum WaitLoopTag {}

typealias LoopID = ID<LoopTag>
typealias NodeID = ID<NodeTag>
/// A strong reference.
typealias EdgeID = ID<EdgeTag>
typealias DeadlineID = ID<DeadlineTag>
typealias DispatchSourceID = ID<DispatchSourceTag>
typealias DelayedID = ID<DelayedTag>
typealias TaskID = ID<TaskTag>
typealias DisplayLinkID = ID<DisplayLinkTag>
typealias WaitLoopID = ID<WaitLoopTag>
