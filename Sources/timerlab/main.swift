import LabCommandLine

// To read the texts of all commands would take longer than many a run.
let called = Commands.all.filter { $0.word == CommandLine.arguments.dropFirst().first }
CommandLineTool(called.isEmpty ? Commands.root : Commands.root(describing: called), Commands.all).runProcess()
