import LabPlatform

Descriptor.occupyStandardStreams()
ProcessEnvironment.endProcess(status: CommandLineTool().run(Array(CommandLine.arguments.dropFirst())))
