import LabCommandLine

CommandLineTool.timerlab.runProcess()
