import Laboratory

Process.end(CommandLineTool().run(Array(CommandLine.arguments.dropFirst())))
