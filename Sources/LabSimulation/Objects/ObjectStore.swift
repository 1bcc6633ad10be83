import LabRecording
import LabScenarioModel
import LabScenarioProgram

/// The scenario's objects, the references between them, and the state that depends on them.
struct ObjectStore {
    let plan: ScenarioPlan
    let program: Program
    var graph = ObjectGraph()
    var contexts = Table<TimerPlan, TimerContext>()
    /// The latest timer of each planned one, to which its name refers.
    private(set) var latest = Table<TimerPlan, TimerID>()
    var threadNodes = Table<ThreadPlan, NodeID>()
    var objectNodes: Table<ObjectPlan, NodeID>
    /// The objects beside which another one of their plan was made, dead ones included, oldest first.
    private(set) var earlier: [ObjectID: [NodeID]] = [:]
    var weakVariables = WeakVariables()
    /// The objects on the navigation stack, the visible one last.
    var navigationStack: [NodeID] = []
    /// Those that `create` has put there, until a `push` names them.
    var madeOnStack: Set<NodeID> = []
    /// The cached paths of messages, by object and selector, until an object is made or deallocated.
    var messageCache: [ObjectID: [Int64: ResolvedMessage]] = [:]
    let links: PartLinks
    let navigation: NodeID
    let statics: NodeID

    init(_ plan: ScenarioPlan, _ program: Program) {
        self.plan = plan
        self.program = program
        objectNodes = Table(Array(repeating: .none, count: plan.objects.count))
        links = PartLinks(plan: plan)
        navigation = graph.insert(.root, index: 0, entity: program.entities.navigation)
        statics = graph.insert(.root, index: 1, entity: program.entities.statics)
    }

    /// The planned timers, and the copies of them, before all others.
    mutating func append(instance: TimerID) {
        contexts.append(TimerContext(instance: instance))
        latest.append(instance)
    }

    /// Adds a second timer of the same plan; from now on the name refers to it.
    mutating func remake(_ instance: TimerID, as new: TimerID) {
        contexts.append(TimerContext(instance: instance, number: contexts[latest[instance]].number + 1))
        latest[instance] = new
    }

    /// Another object of the same plan, whose earlier one lives on, gets the name.
    mutating func nameAnother(_ object: ObjectID, _ kernel: inout Kernel) -> EntityID {
        earlier[object, default: []].append(objectNodes[object])
        let number = earlier[object]?.count ?? 0
        if number > Ceiling.objects { kernel.budget.end(.full) }
        return kernel.append(copyOf: program.entities.objects[object], number: number + 1)
    }

    // MARK: Looking

    /// The object's node unless it is nil by now.
    func readable(_ object: ObjectID) -> NodeID? {
        let node = objectNodes[object]
        return node.exists && graph.isReadableWeakly(node) ? node : nil
    }

    /// The timer in a variable of an earlier object, elsewhere the latest; none: that variable is nil.
    func timer(_ instance: TimerID, _ part: PartReference, of receiver: NodeID) -> TimerID {
        guard receiver.exists, case let object = ObjectID(raw: graph.nodes[receiver].index),
            objectNodes[object] != receiver,
            links.variables[part, default: []].contains(where: { $0.object == object.index })
        else { return latest[instance] }
        let held = graph.edges(from: receiver).map { graph.edges[$0].to } + weakVariables.values(of: receiver)
        let timers = held.map { graph.nodes[$0] }.filter { $0.kind == .timer }.map { TimerID(raw: $0.index) }
        return timers.last { contexts[$0].instance == instance } ?? .none
    }

    /// True if a variable of an earlier object refers to a timer.
    func isOfEarlier(_ timer: NodeID) -> Bool {
        earlier.values.joined().contains { graph.edge(from: $0, to: timer) != nil }
    }

    func isMissing(_ object: ObjectID) -> Bool {
        !objectNodes[object].exists || graph.nodes[objectNodes[object]].isDead
    }

    /// True if a timer was made and is there, or was in use.
    func hasBeen(_ timer: TimerID) -> Bool {
        let node = contexts[timer].node
        return node.exists && (graph.nodes[node].wasOwned || graph.isReadableWeakly(node))
    }

    // MARK: In words

    func badAccess(_ use: String, node: NodeID) -> String {
        "EXC_BAD_ACCESS: \(use) on \(className(of: node)) \(address(of: node)), which has been deallocated"
    }

    func className(of node: NodeID) -> String {
        let state = graph.nodes[node]
        switch state.kind {
        case .object, .classObject: return plan.objects[Int(state.index)].className
        case .root: return "NSObject"
        case .timer: return "__NSCFTimer"
        case .thread: return "NSThread"
        case .block: return "__NSMallocBlock__"
        }
    }

    /// An address as a 64-bit process has them, the same in every run.
    func address(of node: NodeID) -> String {
        "0x" + String(0x6000_0000_4000 + (Int64(graph.nodes[node].entity.index) + 1) * 0x20, radix: 16)
    }
}

struct TimerContext {
    var node: NodeID = .none
    /// The planned timer, or the copy of one; none for a perform request.
    var instance = TimerID.none
    /// The number of timers made of it so far, this one included.
    var number: Int32 = 1
    /// The node of the target, retained or not; none: a block, or a target that was nil.
    var target = NodeID.none
    /// The target, or the first object that its block captures, retained or not; none: there is none.
    var receiver = NodeID.none
    /// The target's message as a text of the recording; -1: a block.
    var selector: Int64 = -1
    /// True if the timer's node has edges that keep the target, the block's captures and userInfo alive.
    var keepsContext = false
    /// The reference from its run loop, queue or thread, if any.
    var loopEdge: EdgeID = .none
}

/// The names of the machine's own references, the first texts of a recording.
enum Labels: Int64 {
    case timer, displayLink, target, userInfo, block, capture, local, navigation, staticVariable, pool, receiver

    static let texts = [
        "timer", "display link", "target", "userInfo", "block", "capture", "local", "navigation", "static",
        "autorelease pool", "receiver", "handler",
    ]
    static let indices = Dictionary(uniqueKeysWithValues: zip(texts, Int64(0)...))

    static subscript(label: Labels) -> Int64 { label.rawValue }
}

/// Weak instance variables and their nodes; a variable reads nil as soon as its node's deallocation starts.
struct WeakVariables {
    struct Variable: Hashable {
        var owner: NodeID
        /// Index of its name among the texts of the recording.
        var label: Int64
    }

    private var values: [Variable: NodeID] = [:]
    /// Variables that referred to a node once, oldest first.
    private var referrers: [NodeID: [Variable]] = [:]

    /// Assigns a node to the variable and returns its old node; none: nil.
    mutating func set(_ variable: Variable, to node: NodeID) -> NodeID {
        guard node.exists else { return values.removeValue(forKey: variable) ?? .none }
        let old = values.updateValue(node, forKey: variable) ?? .none
        if old != node { referrers[node, default: []].append(variable) }
        return old
    }

    func values(of owner: NodeID) -> [NodeID] { values.filter { $0.key.owner == owner }.map(\.value) }

    mutating func clear(referringTo node: NodeID) -> [Variable] {
        guard let candidates = referrers.removeValue(forKey: node) else { return [] }
        return candidates.filter { variable in
            guard values[variable] == node else { return false }
            values[variable] = nil
            return true
        }
    }
}
