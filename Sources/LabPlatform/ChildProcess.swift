import LabCLibrary

// An iOS app may start no other process.
#if !os(iOS)
    /// Another process, from its start to its end.
    package enum ChildProcess {
        package enum End: Equatable {
            case exited(Int32)
            /// The process ended by a signal.
            case killed(Int32)
        }

        /// Runs a program to its end, without its standard error.
        ///
        /// - Parameters:
        ///   - input: the bytes of its standard input; nil for none.
        ///   - output: the file for its standard output.
        ///   - usage: receives the time and the memory that it took; nil: nobody asks.
        /// - Throws: the reason why it could not be started.
        package static func run(
            _ program: String, _ arguments: [String], input: String? = nil, output: String = "/dev/null",
            usage: UnsafeMutablePointer<rusage>? = nil
        ) throws(ErrorNumber) -> End {
            #if canImport(Darwin)
                var actions: posix_spawn_file_actions_t?
            #else
                var actions = posix_spawn_file_actions_t()
            #endif
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            let file = try input.map { text throws(ErrorNumber) in try unnamedFile(of: text) }
            defer { try? file?.close() }
            if let file {
                posix_spawn_file_actions_adddup2(&actions, file.number, 0)
            } else {
                posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            }
            posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
            // The toolchain's backtraces take seconds and are of no use here.
            let noBacktrace = strdup("SWIFT_BACKTRACE=enable=no")
            defer { free(noBacktrace) }
            let first: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = environ
            let inherited = sequence(first: first) { $0 + 1 }.lazy.map(\.pointee).prefix { $0 != nil }
            let variables = [noBacktrace] + inherited + [nil]
            let words = ([program] + arguments).map { strdup($0) } + [nil]
            defer { for word in words { free(word) } }
            var child: pid_t = 0
            var status: Int32 = 0
            let failure = posix_spawn(&child, program, &actions, nil, words, variables)
            guard failure == 0 else { throw ErrorNumber(number: failure) }
            _ = try ErrorNumber.check { wait4(child, &status, 0, usage) }
            let signal = status & 0x7F
            return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal)
        }

        /// A file without a name. Unlike a pipe it does not fail if the reader ends before it has read everything.
        private static func unnamedFile(of text: String) throws(ErrorNumber) -> Descriptor {
            let folder = ProcessEnvironment.variable("TMPDIR") ?? "/tmp"
            let path = folder + "/.timerlab-" + String(UInt64.random(in: .min ... .max), radix: 16) + "~"
            let writing = try Descriptor(opening: path, for: .writingNew)
            defer { FileSystem.remove(path) }
            let written = Array(text.utf8).withUnsafeBytes { bytes in
                Result { () throws(ErrorNumber) in try writing.write(bytes) }
            }
            try writing.close()
            try written.get()
            return try Descriptor(opening: path, for: .reading)
        }
    }
#endif
