import Foundation

/// `timerlab-laws [COUNT [SEED]]`: holds COUNT invented scenarios against the laws of the simulation, other ones each time.
///
/// It prints the first seed, the smallest scenario of each seed that breaks a law, and ends with status 1 if there is one,
/// or if a law has too many exceptions.
let words = Array(CommandLine.arguments.dropFirst())
guard words.count <= 2, let count = UInt64(words.first ?? "2000"),
    let first = UInt64(words.dropFirst().first ?? "\(UInt64.random(in: 1...1_000_000_000))")
else {
    print("usage: timerlab-laws [COUNT [SEED]]")
    exit(64)
}
print("laws over \(count) invented scenarios from seed \(first) on")
var broken = 0
for law in Law.all {
    var (breaches, exceptions, leftOut): (UInt64, UInt64, UInt64) = (0, 0, 0)
    for seed in (0..<count).map({ first &+ $0 }) {
        switch law.trial(seed) {
        case .kept: continue
        case .leftOut: leftOut += 1
        case .broken(let place, let toml):
            breaches += 1
            print("seed \(seed) breaks the law that \(law.claim):\n\(place)\n\n\(toml)")
        case .exception(let place, let toml):
            exceptions += 1
            print("seed \(seed) is an exception to the law that \(law.claim):\n\(place)\n\n\(toml)")
        }
    }
    let tried = count - leftOut
    let allowed = tried * law.exceptions / 1_000
    if breaches > 0 || exceptions > allowed { broken += 1 }
    print(
        "\(law.claim): \(tried) scenarios\(leftOut > 0 ? ", \(leftOut) left out" : "")"
            + "\(law.exceptions > 0 ? ", \(exceptions) exceptions, at most \(allowed)" : "")")
}
print("\(broken) laws broken")
exit(broken == 0 ? 0 : 1)
