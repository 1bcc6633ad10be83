import Platform

Descriptor.occupyStandardStreams()
ProcessEnvironment.endProcess(status: CommandLineTool().run(Array(CommandLine.arguments.dropFirst())))
