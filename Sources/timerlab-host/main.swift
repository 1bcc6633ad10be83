import LabCommandLine

CommandLineTool.host.runProcess()
