import Recording
import ScenarioModel
import ScenarioProgram

/// A simulated machine: its parts, each with an owner of its own, changed by one occurrence after the other.
///
/// A part changes only itself and the kernel. What takes several parts is done in the files named `World+…`; no other
/// file names the world.
struct World {
    let plan: ScenarioPlan
    let program: Program
    var kernel: Kernel
    var threads = Table<ThreadTag, SimulatedThread>()
    var loops = Table<LoopTag, RunLoop>()
    var members: Members
    var timers: TimerTable
    var dispatch: Dispatch
    var mechanisms = Mechanisms()
    var objects: ObjectStore
}
