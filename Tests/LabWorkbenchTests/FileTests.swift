import Foundation
import LabTestFolders
import LabWorkbench
import Testing

@Suite("Reading files")
struct InputFileTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func fault(_ path: String, limit: Int = InputFile.scenarioLimit) -> Problem? {
        do {
            _ = try InputFile.read(path, typed: path, limit: limit)
            return nil
        } catch {
            return error
        }
    }

    @Test("every byte of a file is read")
    func bytes() throws {
        let text = String(repeating: "0123456789", count: 20_000)
        let path = try folder.write("a.toml", text)
        #expect(try InputFile.read(path, typed: path) == Array(text.utf8))
    }

    @Test("a missing file, a folder, a device and a socket are no input (66)")
    func noInput() throws {
        let socketPath = folder.path + "/s"
        // SOCK_STREAM, which is an enumeration on Linux and a number elsewhere.
        let descriptor = socket(AF_UNIX, 1, 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: socketPath.utf8.prefix(100)) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        #expect(fault(folder.path + "/none")?.reason == .missing)
        #expect(fault(folder.path)?.reason == .directory)
        #expect(fault("/dev/null")?.reason == .notAFile)
        #expect(fault("/dev/zero")?.reason == .notAFile)
        if bound == 0 { #expect(fault(socketPath)?.reason == .notAFile) }
        for path in [folder.path + "/none", folder.path, "/dev/null"] { #expect(fault(path)?.status == .noInput) }
    }

    @Test("a file that may not be read says so (66)")
    func unreadable() throws {
        let path = try folder.write("a.toml")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
        // The superuser may read everything.
        guard getuid() != 0 else { return }
        #expect(fault(path)?.status == .noInput)
        #expect(fault(path)?.summary.contains("denied") == true)
    }

    @Test("a FIFO is read to its end")
    func fifo() throws {
        let path = folder.path + "/fifo"
        #expect(mkfifo(path, 0o600) == 0)
        let writer = Thread {
            let descriptor = open(path, O_WRONLY)
            for _ in 0..<3 { _ = write(descriptor, "abc", 3) }
            close(descriptor)
        }
        writer.start()
        #expect(try InputFile.read(path, typed: path) == Array("abcabcabc".utf8))
    }

    @Test("a file beyond the limit is wrong data (65), one of just that size is not")
    func limit() throws {
        let path = try folder.write("a.toml", "12345")
        #expect(fault(path, limit: 4)?.status == .wrongData)
        #expect(fault(path, limit: 5) == nil)
    }
}

@Suite("Writing files")
struct OutputFileTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func write(_ text: String, to file: OutputFile) -> Bool {
        Array(text.utf8).withUnsafeBytes { file.write($0) }
    }

    @Test("a file appears when all is written, and nothing else is left")
    func whole() throws {
        let file = try OutputFile(folder.path + "/out.txt")
        #expect(write("one\n", to: file))
        #expect(!folder.names.contains("out.txt"))
        #expect(write("two\n", to: file))
        try file.finish()
        #expect(try folder.read("out.txt") == "one\ntwo\n")
        #expect(folder.names == ["out.txt"])
    }

    @Test("the old file stays when the new one is given up")
    func discarded() throws {
        try folder.write("out.txt", "old")
        do {
            let file = try OutputFile(folder.path + "/out.txt")
            #expect(write("new", to: file))
        }
        #expect(try folder.read("out.txt") == "old")
        #expect(folder.names == ["out.txt"])
    }

    @Test("permissions and symbolic links outlive a replacement")
    func keepsIdentity() throws {
        let path = try folder.write("real/out.txt", "old")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: path)
        let file = try OutputFile(folder.path + "/link")
        #expect(write("new", to: file))
        try file.finish()
        #expect(try folder.read("real/out.txt") == "new")
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o640)
    }

    @Test("a link to nowhere is no output (73), and stays a link")
    func danglingLink() throws {
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: "nowhere")
        #expect { _ = try OutputFile(self.folder.path + "/link") } throws: {
            ($0 as? Problem)?.status == .cannotWrite
        }
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/link") == "nowhere")
        #expect(folder.names == ["link"])
    }

    @Test("the owner outlives a replacement, where the process may give files away", .enabled(if: getuid() == 0))
    func keepsOwner() throws {
        let path = try folder.write("out.txt", "old")
        #expect(chown(path, 12, 34) == 0 && chmod(path, 0o4640) == 0)
        let file = try OutputFile(path)
        #expect(write("new", to: file))
        try file.finish()
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect([status.st_uid, status.st_gid] == [12, 34])
        #expect(status.st_mode & 0o7777 == 0o4640)
    }

    @Test("what is written to standard output by its name goes through a pipe")
    func standardOutput() throws {
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        let file = try OutputFile("/dev/fd/\(ends[1])")
        #expect(write("text", to: file))
        try file.finish()
        var bytes = [UInt8](repeating: 0, count: 8)
        #expect(read(ends[0], &bytes, 8) == 4)
        for end in ends { close(end) }
    }

    @Test("what cannot be written is said before any work is done (73)", arguments: ["/none/out.txt", "", "/"])
    func impossible(name: String) {
        let path = name.isEmpty ? "" : folder.path + name
        #expect { _ = try OutputFile(path) } throws: { ($0 as? Problem)?.status == .cannotWrite }
    }

    @Test("outputs whose names share their first 40 characters do not share a byte, nor do two of one name")
    func longNames() throws {
        let stem = folder.path + "/" + String(repeating: "é", count: 100)
        let names = [stem + "1", stem + "2", stem + "1"]
        let files = try names.map { try OutputFile($0) }
        for (index, file) in files.enumerated() { #expect(write("file \(index)\n", to: file)) }
        for (index, file) in files.enumerated() {
            try file.finish()
            #expect(try String(contentsOfFile: names[index], encoding: .utf8) == "file \(index)\n")
        }
        #expect(folder.names.count == 2)
    }

    @Test("no two outputs are written under the same name, and nobody can tell the next one")
    func temporaryNames() throws {
        let path = folder.path + "/out.txt"
        let files = try (0..<100).map { _ in try OutputFile(path) }
        #expect(Set(folder.names).count == 100)
        #expect(folder.names.allSatisfy { $0.hasPrefix(".timerlab-") && !$0.contains("\(getpid())~") })
        for file in files { file.discard() }
        #expect(folder.names.isEmpty)
    }

    @Test("a full device is a fault, not half a file")
    func fullDevice() throws {
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
        let file = try OutputFile("/dev/full")
        #expect(!write("text", to: file))
        #expect(throws: Problem.self) { try file.finish() }
    }

    @Test("an interrupted process takes its unfinished files away")
    func interrupted() throws {
        let temporaries = TemporaryFiles()
        let file = try OutputFile(folder.path + "/out.txt", temporaries: temporaries)
        #expect(write("half", to: file))
        #expect(folder.names.count == 1)
        temporaries.deleteAll()
        #expect(folder.names.isEmpty)
    }
}

@Suite("The exit status")
struct ExitStatusTests {
    @Test("the severest of several wins")
    func severest() {
        let order: [LabWorkbench.ExitStatus] = [
            .interrupted, .internalFault, .cannotWrite, .noInput, .wrongData, .usage, .failed, .moved, .success,
        ]
        for (index, status) in order.enumerated() {
            #expect(LabWorkbench.ExitStatus.severest(Array(order[index...].shuffled())) == status)
        }
        #expect(LabWorkbench.ExitStatus.severest([]) == .success)
        #expect(order.map(\.rawValue) == [130, 70, 73, 66, 65, 64, 1, 2, 0])
    }
}
