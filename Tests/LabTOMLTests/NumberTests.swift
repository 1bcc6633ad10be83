import LabTOML
import Testing

@Suite("Numbers")
struct NumberTests {
    @Test(
        "are integers in four bases",
        arguments: [
            ("+99", 99), ("42", 42), ("0", 0), ("-17", -17), ("+0", 0), ("-0", 0), ("1_000", 1000), ("5_3_4", 534),
            ("0xDEADBEEF", 0xDEAD_BEEF), ("0xdead_beef", 0xDEAD_BEEF), ("0x0", 0), ("0x00ff", 255), ("0o755", 493),
            ("0o0_7", 7), ("0b1101_0110", 214), ("0b0", 0), ("9223372036854775807", .max),
            ("-9223372036854775808", .min), ("0x7fffffffffffffff", .max), ("0o777777777777777777777", .max),
        ] as [(String, Int64)])
    func integers(_ text: String, _ value: Int64) {
        guard case .integer(let integer)? = Reading("n = \(text)\n").root["n"]?.kind else {
            Issue.record("\(text) is an integer")
            return
        }
        #expect(integer == value)
    }

    @Test(
        "that do not fit into 64 bits are errors, never rounded",
        arguments: [
            "9223372036854775808", "-9223372036854775809", "0x8000000000000000", "0xFFFFFFFFFFFFFFFF",
            "0o1000000000000000000000", "99999999999999999999999999",
        ])
    func range(_ text: String) { expect("n = \(text)", fails: "TL1032", at: text) }

    @Test(
        "are floats with a fraction, an exponent, or both",
        arguments: [
            ("+1.0", 1), ("3.1415", 3.1415), ("-0.01", -0.01), ("5e+22", 5e22), ("1e06", 1e6), ("-2E-2", -0.02),
            ("6.626e-34", 6.626e-34), ("224_617.445_991_228", 224_617.445991228), ("1e0_0", 1), ("0e0", 0), ("0.0", 0),
            ("9_007.5", 9007.5), ("1e400", .infinity), ("inf", .infinity), ("+inf", .infinity), ("-inf", -.infinity),
            ("5e-324", .leastNonzeroMagnitude),
        ] as [(String, Double)])
    func floats(_ text: String, _ value: Double) {
        guard case .float(let float)? = Reading("n = \(text)\n").root["n"]?.kind else {
            Issue.record("\(text) is a float")
            return
        }
        #expect(Double(float) == value)
        #expect(float == text.filter { $0 != "_" })
    }

    @Test("keep the sign of zero, and nan is none")
    func special() {
        guard case .float(let zero)? = Reading("n = -0.0").root["n"]?.kind else {
            Issue.record("-0.0 is a float")
            return
        }
        #expect(Double(zero)?.sign == .minus && Double(zero)?.isZero == true)
        for text in ["nan", "+nan", "-nan"] {
            guard case .float(let float)? = Reading("n = \(text)").root["n"]?.kind else {
                Issue.record("\(text) is a float")
                return
            }
            #expect(Double(float)?.isNaN == true)
        }
    }

    @Test(
        "that break the grammar are refused where they break it",
        arguments: [
            ("01", "01"), ("-01", "01"), ("00", "00"), ("0_1", "0_1"), ("+0_0", "0_0"), ("1__0", "_"), ("_1", "_1"),
            ("1_", "_"), ("0x_f", "_"), ("0xf_", "_"), ("0x", ""), ("0b", ""), ("0o", ""), ("0xg", "g"), ("0o8", "8"),
            ("0b2", "2"), ("+0xff", "+0x"), ("-0b1", "-0b"), ("0X1", "0X"), ("0O1", "0O"), ("0B1", "0B"), ("++1", "+"),
            ("+-1", "-"), ("+", ""), ("-", ""), ("1a", "a"), ("1s", "s"), ("1.5ms", "m"), (".7", ""), ("-.7", ""),
            ("7.", ""), ("+7.", ""), ("3.e+20", "e"), ("1..2", ""), ("1.2.3", "."), ("1e", ""), ("1e+", ""),
            ("1e1.5", "."), ("1ee1", "e"), ("1e_1", "_"), ("1e1_", "_"), ("1._5", "_"), ("1_.5", "_"), ("1.5_", "_"),
            ("03.14", "03"), ("1.0e-+1", "+"), ("1,000", "1,000"), ("0xF.8", "."), ("1.2_e3", "_"), ("0e", ""),
        ] as [(String, String)])
    func malformed(_ text: String, _ blamed: String) {
        let reading = Reading("n = \(text)\nm = 1\n")
        #expect(reading.codes.count == 1)
        switch text {
        case "_1": #expect(reading.codes == ["TL1030"])
        case "1,000": #expect(reading.codes == ["TL1014"])
        default:
            #expect(reading.codes == ["TL1031"])
            #expect(reading.blamed == [blamed])
        }
    }

    @Test(
        "and booleans are lower case and whole words",
        arguments: [
            "True", "TRUE", "truer", "tru", "t", "falsey", "False", "yes", "Inf", "NaN", "INF", "infinity", "na", "in",
            "+Inf", "-NaN", "nil", "null", "inf_", "µ",
        ])
    func words(_ word: String) {
        let reading = Reading("w = \(word)\n")
        #expect(reading.codes == [word.first == "+" || word.first == "-" ? "TL1031" : "TL1030"])
    }

    @Test("with a unit get the advice to be strings")
    func units() {
        #expect(Reading("interval = 1.5ms").diagnostics.first?.help == "a value with a unit is a string: \"1.5ms\"")
    }
}
