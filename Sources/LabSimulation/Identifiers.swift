import LabScenarioProgram

typealias LoopID = ID<RunLoop>
typealias NodeID = ID<ObjectGraph.Node>
/// A strong reference.
typealias EdgeID = ID<ObjectGraph.Edge>
typealias DeadlineID = ID<Deadline>
typealias DispatchSourceID = ID<DispatchSource>
typealias DelayedID = ID<DelayedBlock>
typealias TaskID = ID<SleepingTask>
typealias DisplayLinkID = ID<DisplayLink>
typealias WaitLoopID = ID<Rounds>
