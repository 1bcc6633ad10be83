/// One way to tell what a run has yielded.
package protocol ReportFormat {
    /// - Parameter isFirst: whether nothing has been written to the stream before.
    func write(_ report: RunReport, isFirst: Bool, to stream: ByteStream)
}
