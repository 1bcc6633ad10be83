extension Remedy {
    static let endedOnItsThread = Remedy(
        name: "ended on its thread", codes: ["TL0308"],
        cost: "it ends a little later, when that thread's loop has a turn",
        code: "- «swift «deallocates deinit { »»$invalidated«swift «deallocates  }»»\n+ $invalidatedThere"
    ) { site in
        guard let timer = site.timer else { return }
        let thread = site.id(of: .thread(timer.thread))
        site.words.set(["deallocates": timer.thread == 0 && site.culprits.contains(where: site.deallocates)])
        let verb = timer.thread == 0 ? "async = \"main\"" : "perform = \"invalidate\", on_thread = \(thread)"
        for step in site.culprits { site.wrap([step], in: verb) }
    }

    static let endedBeforeQueue = Remedy(
        name: "ended before the queue is asked", codes: ["TL0308"],
        code: "- $jobBegins «swift self.»$invalidated $blockEnds\n+ $invalidated"
    ) { site in
        for step in site.culprits {
            // What comes later was not meant to end it at once.
            guard let block = site.block(around: step), block.verb == .async, site.isOffMain(step),
                !site.isOffMain(block), site.timer?.thread == 0, block.steps.first == step
            else { continue }
            let text = site.document.text(at: step.place)
            if block.steps.count > 1 { site.edit(.remove, at: step.place) }
            site.edit(block.steps.count > 1 ? .insert(text) : .set(text), at: block.place)
            site.say(block)
        }
    }
}
