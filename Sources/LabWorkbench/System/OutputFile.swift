import LabPlatform
import LabReports
import Synchronization

/// A file that appears complete or not at all: written beside its place, then renamed.
///
/// A device or a FIFO cannot be replaced and is written in place; a link is followed.
package final class OutputFile {
    private let typed: String
    private let target: String
    private let temporary: String?
    private let temporaries: TemporaryFiles
    private let descriptor: Descriptor
    private var failure: ErrorNumber?
    private var isOpen = true

    /// - Parameter temporaries: the list of files that are being written.
    /// - Throws: `Problem` when the file cannot be made.
    package init(_ path: String, temporaries: TemporaryFiles = TemporaryFiles()) throws(Problem) {
        typed = path
        self.temporaries = temporaries
        guard FileSystem.isUsable(path) else { throw Problem(writing: path, .missing) }
        let real = FileSystem.realPath(path)
        target = real ?? path
        do throws(ErrorNumber) {
            if FileSystem.isDanglingLink(target) { throw ErrorNumber.missing }
            switch FileSystem.kind(of: target) {
            case .success(.directory): throw ErrorNumber.isDirectory
            // On Darwin a descriptor has a name of its own, and no file can be made beside it.
            case .success(.pipe), .success(.other),
                .success(.file) where target.hasPrefix("/dev/fd/"):
                temporary = nil
                descriptor = try Descriptor(opening: target, for: real == nil ? .writingAnywhere : .writing)
            case .success(.file), .failure:
                let made = try temporaries.make(in: FileSystem.split(target).folder)
                (temporary, descriptor) = made
                descriptor.copyOwnerAndPermissions(of: target)
            }
        } catch { throw Problem(writing: path, error) }
    }

    deinit { discard() }

    /// Writes everything; false after the first failure, which `finish` throws.
    package func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        attempt { () throws(ErrorNumber) in try descriptor.write(bytes) }
        return failure == nil
    }

    package var isTerminal: Bool { descriptor.isTerminal }

    /// Moves the file to its place once its bytes are on the disk: a crash of the machine leaves the old file or the
    /// new.
    ///
    /// - Throws: `Problem`; then no part of the file is left, unless only the name could not be written to the disk.
    package func finish() throws(Problem) {
        guard isOpen else { return }
        isOpen = false
        if temporary != nil { attempt { () throws(ErrorNumber) in try descriptor.synchronize() } }
        do { try descriptor.close() } catch { failure = failure ?? error }
        if let temporary { attempt { () throws(ErrorNumber) in try FileSystem.replace(target, with: temporary) } }
        removeTemporary(unlinked: failure != nil)
        if temporary != nil {
            let folder = FileSystem.split(target).folder
            attempt { () throws(ErrorNumber) in try FileSystem.synchronize(directory: folder) }
        }
        guard let failure else { return }
        throw Problem(writing: typed, failure)
    }

    /// Leaves the old file as it was.
    package func discard() {
        guard isOpen else { return }
        isOpen = false
        try? descriptor.close()
        removeTemporary(unlinked: true)
    }

    private func removeTemporary(unlinked: Bool) {
        guard let temporary else { return }
        if unlinked { FileSystem.remove(temporary) }
        temporaries.remove(temporary)
    }

    /// Does the next step, unless an earlier one has failed.
    private func attempt(_ step: () throws(ErrorNumber) -> Void) {
        guard failure == nil else { return }
        do { try step() } catch { failure = error }
    }

    /// Writes the output of `body`, all of it or nothing.
    ///
    /// - Throws: `Problem`; then no part of the file is left.
    package static func write(
        _ path: String, temporaries: TemporaryFiles, _ body: (ByteStream) -> Void
    ) throws(Problem) {
        let file = try OutputFile(path, temporaries: temporaries)
        let stream = ByteStream(isTerminal: file.isTerminal) { file.write($0) }
        body(stream)
        stream.flush()
        try file.finish()
    }
}

/// The files being written beside their places, which an interrupted process deletes.
package final class TemporaryFiles: Sendable {
    /// Nil once the process is about to end.
    private let paths = Mutex<[String]?>([])

    package init() {}

    /// Makes a file for this process only, under a name that cannot be guessed.
    ///
    /// It is listed in the same step: an end of the process sees both or neither.
    func make(in folder: String) throws(ErrorNumber) -> (path: String, descriptor: Descriptor) {
        while true {
            let name = ".timerlab-" + String(UInt64.random(in: .min ... .max), radix: 16) + "~"
            let path = FileSystem.joined(folder, name)
            do throws(ErrorNumber) {
                let descriptor = try paths.withLock { paths throws(ErrorNumber) in
                    guard paths != nil else { throw .interrupted }
                    let descriptor = try Descriptor(opening: path, for: .writingNew)
                    paths?.append(path)
                    return descriptor
                }
                return (path, descriptor)
            } catch { guard error.isAlreadyThere else { throw error } }
        }
    }

    func remove(_ path: String) { paths.withLock { $0?.removeAll { $0 == path } } }

    /// Deletes all of them; none is made after that.
    package func deleteAll() {
        paths.withLock { paths in
            for path in paths ?? [] { FileSystem.remove(path) }
            paths = nil
        }
    }
}
