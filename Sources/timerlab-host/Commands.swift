import LabCommandLine

extension CommandLineTool {
    /// The program that runs scenarios on this machine.
    static let host = CommandLineTool("timerlab-host", CommandTexts.all, [RunCommand(), ConformCommand()])
}
