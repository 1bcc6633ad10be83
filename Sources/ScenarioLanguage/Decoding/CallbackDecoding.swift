import ScenarioModel

extension ScenarioDecoder {
    /// How a timer calls back, and what that keeps alive.
    mutating func setCallback(_ timer: inout TimerPlan, _ fields: DecodedTable) {
        timer.callback.target = target(fields)
        let hasTarget = fields.isPresent("target")
        timer.callback.style = fields.word("style", as: CallbackPlan.Style.self) ?? (hasTarget ? .target : .block)
        if let selector = fields.text("selector") { timer.callback.selector = selector }
        timer.callback.userInfo = (fields.list("user_info") ?? []).compactMap {
            guard case .part(.object(let index), _) = $0.value else { return nil }
            return index
        }
        timer.callback.captures = captures(fields)
        if let item = fields.item("style"), !timer.kind.styles.contains(timer.callback.style) {
            let styles = timer.kind.styles.map { "\"\($0.rawValue)\"" }.joinedAsChoice()
            report(
                Diagnostic(
                    .wrongMechanism,
                    "\(timer.kind.title) cannot call back by style \"\(timer.callback.style.rawValue)\"", at: item.span,
                    help: "its style is \(styles)"))
        }
        switch timer.callback.style {
        case .target, .invocation:
            if fields.isPresent("style"), !hasTarget {
                report(
                    Diagnostic(
                        .missingKey, "style \"\(timer.callback.style.rawValue)\" needs the key 'target'",
                        at: fields.item("style")?.span ?? fields.span, help: "add target = \"ID\""))
            }
        case .block, .function:
            if hasTarget {
                reportConflict("style", "target", in: fields, help: "a message to a target has style = \"target\"")
            }
        }
        if timer.callback.style != .block {
            for key in ["strong", "weak"] where fields.isPresent(key) {
                report(
                    Diagnostic(
                        .keyDoesNotApply,
                        "'\(key)' is what a block captures; this callback has style \"\(timer.callback.style.rawValue)\"",
                        at: fields.keySpans[key] ?? fields.span, help: "leave it out, or use style = \"block\""))
            }
        }
    }

    private mutating func target(_ fields: DecodedTable) -> TargetPlan? {
        guard let item = fields.item("target") else { return nil }
        if case .part(.object(let index), _) = item.value { return TargetPlan(object: index, place: item.span) }
        guard let table = fields.table("target") else { return nil }
        if table.isPresent("weak"), table.isPresent("unretained") {
            reportConflict("weak", "unretained", in: table, help: "a target is passed in one way")
            return nil
        }
        if table.keySpans.isEmpty {
            report(
                Diagnostic(
                    .emptyValue, "'target' names nothing", at: item.span,
                    help: "write target = \"ID\", { weak = \"ID\" } or { unretained = \"ID\" }"))
        }
        guard let object = table.object("weak") ?? table.object("unretained") else { return nil }
        var target = TargetPlan(object: object, place: item.span)
        target.passedWeakly = table.isPresent("weak")
        target.isUnretained = table.isPresent("unretained")
        return target
    }
}
