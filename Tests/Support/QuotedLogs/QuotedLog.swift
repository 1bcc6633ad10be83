/// The five logs that the first article quotes, to the letter.
public enum QuotedLog: String, CaseIterable, Sendable {
    /// An empty callback, on a simulator. (claim 0.9)
    case empty
    /// A loop of 10⁶ turns, on a simulator. (claim 0.10)
    case lightSimulated
    /// The same on an iPhone 6. (claim 0.11)
    case lightOnPhone
    /// A loop of 10⁹ turns on the iPhone 6. (claim 0.12)
    case heavyOnPhone
    /// After what the article calls remedies. (claim 0.13)
    case remedied

    /// The lines, each with its line feed.
    public var text: String {
        switch self {
        case .empty:
            """
            2017-11-10 09:12:32.566622+0800 QTimer[20276:7878806] timer test
            2017-11-10 09:12:33.566811+0800 QTimer[20276:7878806] timer test
            2017-11-10 09:12:34.566510+0800 QTimer[20276:7878806] timer test
            2017-11-10 09:12:35.567532+0800 QTimer[20276:7878806] timer test
            2017-11-10 09:12:36.567613+0800 QTimer[20276:7878806] timer test
            2017-11-10 09:12:37.566615+0800 QTimer[20276:7878806] timer test
            2017-11-10 09:12:38.567415+0800 QTimer[20276:7878806] timer test
            2017-11-10 09:12:39.567650+0800 QTimer[20276:7878806] timer test
            2017-11-10 09:12:40.566592+0800 QTimer[20276:7878806] timer test

            """
        case .lightSimulated:
            """
            2017-11-10 09:35:33.413804+0800 QTimer[20503:7955660] timer test
            2017-11-10 09:35:34.413108+0800 QTimer[20503:7955660] timer test
            2017-11-10 09:35:35.414460+0800 QTimer[20503:7955660] timer test
            2017-11-10 09:35:36.414036+0800 QTimer[20503:7955660] timer test
            2017-11-10 09:35:37.413990+0800 QTimer[20503:7955660] timer test
            2017-11-10 09:35:38.413622+0800 QTimer[20503:7955660] timer test

            """
        case .lightOnPhone:
            """
            2017-11-10 09:34:42.332293+0800 QTimer[9739:3329479] timer test
            2017-11-10 09:34:43.324582+0800 QTimer[9739:3329479] timer test
            2017-11-10 09:34:44.331287+0800 QTimer[9739:3329479] timer test
            2017-11-10 09:34:45.333884+0800 QTimer[9739:3329479] timer test
            2017-11-10 09:34:46.331684+0800 QTimer[9739:3329479] timer test
            2017-11-10 09:34:47.334392+0800 QTimer[9739:3329479] timer test
            2017-11-10 09:34:48.332235+0800 QTimer[9739:3329479] timer test
            2017-11-10 09:34:49.333350+0800 QTimer[9739:3329479] timer test

            """
        case .heavyOnPhone:
            """
            2017-11-10 09:40:38.194879+0800 QTimer[9749:3330951] timer test
            2017-11-10 09:40:44.188463+0800 QTimer[9749:3330951] timer test
            2017-11-10 09:40:50.172012+0800 QTimer[9749:3330951] timer test
            2017-11-10 09:40:56.172139+0800 QTimer[9749:3330951] timer test
            2017-11-10 09:41:02.179022+0800 QTimer[9749:3330951] timer test
            2017-11-10 09:41:08.170254+0800 QTimer[9749:3330951] timer test
            2017-11-10 09:41:14.169011+0800 QTimer[9749:3330951] timer test

            """
        case .remedied:
            """
            2017-11-10 09:52:57.725870+0800 QTimer[9759:3334283] timer test
            2017-11-10 09:52:58.725829+0800 QTimer[9759:3334283] timer test
            2017-11-10 09:52:59.725822+0800 QTimer[9759:3334283] timer test
            2017-11-10 09:53:00.725979+0800 QTimer[9759:3334283] timer test
            2017-11-10 09:53:01.725827+0800 QTimer[9759:3334283] timer test
            2017-11-10 09:53:02.725774+0800 QTimer[9759:3334283] timer test
            2017-11-10 09:53:03.725831+0800 QTimer[9759:3334283] timer test

            """
        }
    }

    public var bytes: [UInt8] { Array(text.utf8) }
}
