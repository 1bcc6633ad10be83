import ScenarioModel

extension TimerDecoder {
    /// How a timer calls back, and what that keeps alive.
    static func setCallback(_ timer: inout TimerPlan, _ fields: DecodedTable, _ values: inout ValueDecoder) {
        let hasTarget = fields.isPresent("target")
        let style = fields.word("style", as: CallbackPlan.Style.self) ?? (hasTarget ? .target : .block)
        timer.callback.style = style
        timer.callback.target = target(fields, &values)
        timer.callback.selector = fields.text("selector") ?? timer.callback.selector
        timer.callback.userInfo = fields.values("user_info", as: PartReference.self)?.map(\.index) ?? []
        timer.callback.captures = fields.captures
        if fields.item("style") != nil, !timer.kind.row.styles.contains(style) {
            let styles = timer.kind.row.styles.map { "\"\($0.rawValue)\"" }.joinedAsChoice()
            values.report(
                .wrongMechanism, "\(timer.kind.title) cannot call back by style \"\(style.rawValue)\"",
                at: fields.valueSpan("style"), help: "its style is \(styles)")
        }
        switch style {
        case .target, .invocation:
            if fields.isPresent("style"), !hasTarget {
                values.report(
                    .missingKey, "missing key 'target' for style \"\(style.rawValue)\"", at: fields.valueSpan("style"),
                    help: "add target = \"ID\"")
            }
        case .block, .function:
            if hasTarget {
                values.reportConflict(
                    "style", "target", in: fields, help: "a message to a target has style = \"target\"")
            }
        }
        if style != .block {
            for key in fields.present(["strong", "weak"]) {
                values.report(
                    .keyDoesNotApply,
                    "'\(key)' is what a block captures; this callback has style \"\(style.rawValue)\"",
                    at: fields.keySpan(key), help: "leave it out, or use style = \"block\"")
            }
        }
    }

    private static func target(_ fields: DecodedTable, _ values: inout ValueDecoder) -> TargetPlan? {
        let place = fields.valueSpan("target")
        if let object = fields.index("target") { return TargetPlan(object: object, place: place) }
        guard let table = fields.table("target") else { return nil }
        guard table.present(["weak", "unretained"]).count < 2 else {
            values.reportConflict("weak", "unretained", in: table, help: "a target is passed in one way")
            return nil
        }
        if table.keySpans.isEmpty {
            values.report(
                .emptyValue, "'target' is empty", at: place,
                help: "write target = \"ID\", { weak = \"ID\" } or { unretained = \"ID\" }")
        }
        guard let object = table.index("weak") ?? table.index("unretained") else { return nil }
        var target = TargetPlan(object: object, place: place)
        target.passedWeakly = table.isPresent("weak")
        target.isUnretained = table.isPresent("unretained")
        return target
    }
}
