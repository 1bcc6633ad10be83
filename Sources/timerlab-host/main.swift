import LabCommandLine

CommandLineTool(Commands.root, Commands.all).runProcess()
