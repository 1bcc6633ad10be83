import Testing

@testable import LabWorkbench

@Suite("Runs side by side have room")
struct ParallelTests {
    @Test(
        "a limit on address space is shared out among runs, and one always runs",
        arguments: [(8, nil, 8), (8, 921_600_000, 1), (8, 3 << 30, 6), (2, 3 << 30, 2), (0, nil, 1), (4, 0, 1)]
            as [(Int, Int?, Int)])
    func jobs(wanted: Int, addressSpace: Int?, jobs: Int) {
        #expect(Parallel.jobs(wanted, within: addressSpace) == jobs)
    }
}
