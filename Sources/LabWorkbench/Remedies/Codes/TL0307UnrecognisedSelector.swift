extension Remedy {
    static let knownSelector = Remedy(name: "selector of its method", codes: ["TL0307"]) { site in
        guard let owner = site.owner, let known = site.plan.objects[owner].selectors else { return }
        func stem(_ selector: String) -> Substring { selector.prefix { $0 != ":" } }
        site.set("selector") { timer in
            guard timer.callback.target?.object == owner, !known.contains(timer.callback.selector) else { return nil }
            return known.first { stem($0) == stem(timer.callback.selector) }.map { "\"\($0)\"" }
        }
    }
}
