import Platform

ProcessEnvironment.endProcess(status: CommandLineTool().run(Array(CommandLine.arguments.dropFirst())))
