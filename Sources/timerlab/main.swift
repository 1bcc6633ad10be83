import Laboratory

CommandLineTool().run(Array(CommandLine.arguments.dropFirst())).endProcess()
