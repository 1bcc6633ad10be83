/// The words for the code of any timer, by the names of their holes.
enum CodeWords {
    static let all: [String: String] = [
        "receiver": "«weak self?¦self»====«weak weakSelf¦self»",
        "message": "$receiver.$method(«takes timer»)====[$receiver $method«takes :t»];",
        "call": """
        «leaves $computes¦«assumes MainActor.assumeIsolated { $message }¦«direct $message¦«task await $message¦\
        Task { @MainActor «weak [weak self] »in $message }»»»»====«leaves $computes¦$message»
        """,
        "computes": """
        let result = compute(); Task { @MainActor «weak [weak self] »in $receiver.show(result) }====\
        id result = [$receiver compute]; dispatch_async(dispatch_get_main_queue(), ^{ [$receiver show:result]; });
        """,
        "selector": "$method«takes (_:)»====$method«takes :»",
        "told": "«relay Relay.tick(_:)¦$selector»====«relay tick:¦$selector»",
        "target": """
        «relay Relay(self)¦«proxy WeakProxy(self)¦«weakTarget weakSelf!¦self»»»====\
        «relay [Relay relayFor:self]¦«proxy [WeakProxy proxyFor:self]¦«weakTarget weakSelf¦self»»»
        """,
        "reached": "$name«optional ?»====«held self.»$name",
        "leeway":
            "«tolerance «fine .nanoseconds($ns)¦.milliseconds($ms)»»====«tolerance «fine $ns¦$ms * NSEC_PER_MSEC»»",
        "linkMaker": "«mac «view ¦view.»displayLink¦CADisplayLink»====«mac self«view ¦.view»¦CADisplayLink»",
        "range": """
        «preferred minimum: $minimum, maximum: $maximum, preferred: $preferred»====\
        «preferred $minimum, $maximum, $preferred»
        """,
        "info": "«several [$objects]¦«objects $objects¦nil»»====«several @[$objects]¦«objects $objects¦nil»»",
        "type": """
        «nstimer Timer¦«displaylink CADisplayLink¦DispatchSourceTimer»»====\
        «nstimer NSTimer *¦«displaylink CADisplayLink *¦dispatch_source_t »»
        """,
        "yes": "«repeats true¦false»====«repeats YES¦NO»",
        "mode": """
        «common .common¦«tracking «mac .eventTracking¦.tracking»¦.default»»====\
        «common NSRunLoopCommonModes¦«tracking «mac NSEvent¦UI»TrackingRunLoopMode¦NSDefaultRunLoopMode»»
        """,
        "loop": "RunLoop.«mainLoop main¦current»====NSRunLoop.«mainLoop mainRunLoop¦currentRunLoop»",
        "queue": """
        «onMain .main¦«global .global()¦«newQueue DispatchQueue(label: \"$label\")¦$queueName»»»====\
        «onMain dispatch_get_main_queue()¦«global dispatch_get_global_queue(QOS_CLASS_DEFAULT, 0)¦\
        «newQueue dispatch_queue_create(\"$label\", DISPATCH_QUEUE_SERIAL)¦self.$queueName»»»
        """,
        "postQueue": """
        «onMain DispatchQueue.main¦«global DispatchQueue.global()¦$queueName»»====\
        «makesQueue self.$queueName¦$queue»
        """,
        "handler": "{«onMain ¦ @Sendable»«captures  [$captures]»«onMain «captures  in»¦ in» $call }====^{ $call }",
        "deadline": "«wall wallDeadline¦deadline»",
        "start": "«wall dispatch_walltime(NULL¦dispatch_time(DISPATCH_TIME_NOW», «atStart 0¦$first * NSEC_PER_SEC»)",
        "note": "«dayClock   // Dispatch has no deadline on a continuous clock»",
        "later": "«repeats   // and again at the end of $method«late , after $s s»»",
        "tolerated": "«toleranceSet , tolerance: «tolerance .seconds($tolerance)¦.zero»»",
        "attempt": "«swallows try?¦try» await Task.sleep",
        "clock": "«uptime .suspending¦.continuous»",
        "block": """
        {«captures  [$captures]» «long timer in
            «takes nonisolated(unsafe) let timer = timer»
            «guards guard let self else { return timer.invalidate() }»
            $call
        ¦_ in $call »}====^(NSTimer *t) {«guards \n    typeof(self) owner = weakSelf;
            if (owner) [owner $method«takes :t»]; else [t invalidate];
        ¦ $message »}
        """,
        "end": """
        «inSet cancellables.removeAll()¦«perform NSObject.cancelPreviousPerformRequests(withTarget: self)¦\
        «copies $variable.forEach { $0.$verb() }¦$name?.$verb()»»»====\
        «perform [NSObject cancelPreviousPerformRequestsWithTarget:self];¦\
        «copies for (id t in _$variable) [t $verb];¦«dispatched if (_$name) dispatch_$dispatched(_$name);¦\
        [_$name $verb];»»»
        """,
        "resumed": "$variable?.resume()====dispatch_resume(self.$variable);",
        "activated": "$variable?.activate()====dispatch_activate(self.$variable);",
        "unlessMade": "guard $variable == nil else { return }====if (self.$variable) return;",
        "portAdded": """
        RunLoop.current.add(Port(), forMode: .default)====\
        [NSRunLoop.currentRunLoop addPort:[NSPort port] forMode:NSDefaultRunLoopMode];
        """,
        "released": "$name = nil====self.$name = nil;",
        "weakVariable": "weak var weakSelf = self====",
        "weakSelf": "====__weak typeof(self) weakSelf = self;",
        "dealloc": "isolated deinit {====- (void)dealloc {",
        "goes": """
        «controller override func viewWillDisappear(«mac ¦_ animated: Bool») {
            super.viewWillDisappear(«mac ¦animated»)
        ¦// Called as the screen goes.
        func stop() {»====«controller - (void)viewWillDisappear«mac ¦:(BOOL)animated» {
            [super viewWillDisappear«mac ¦:animated»];
        ¦// Called as the screen goes.
        - (void)stop {»
        """,
        "loopRun": """
        while !Thread.current.isCancelled, RunLoop.current.run(mode: .default, before: Date() + 1) {}====\
        while (!NSThread.currentThread.isCancelled && [NSRunLoop.currentRunLoop
            runMode:NSDefaultRunLoopMode beforeDate:[NSDate dateWithTimeIntervalSinceNow:1]]);
        """,
        "waiting": """
        «async-timer for await _ in AsyncTimerSequence(interval: .seconds($s)$tolerated, clock: $clock) { $call }¦\
        «grid $gridLoop¦$sleepLoop»»
        """,
        // In Swift 6 a thread's body reaches a timer that it made, but no property of the main actor's.
        "bodyEnds": "«ends timer.$verb()  // the one that the body made»====$ends",
        "uncancelled": """
        «task !Task.isCancelled¦!Thread.current.isCancelled»====(!NSThread.currentThread.isCancelled)
        """,
        "gridLoop": """
        $next = $now
        «repeats while $uncancelled {
            $wait
            $call
            next += $step
        }¦$wait
        $call»
        """,
        "next": "«repeats var¦let» next====uint64_t next",
        "now": """
        «absolute «uptime Suspending¦Continuous»Clock.now«atStart ¦ + .seconds($first)»¦\
        mach_absolute_time() + ticks($first)»====mach_absolute_time() + ticks($first);
        """,
        "wait": """
        «absolute $attempt(until: next$tolerated, clock: $clock)¦mach_wait_until(next)»====mach_wait_until(next);
        """,
        "step": "«absolute .seconds($s)¦ticks($s)»====ticks($s);",
        "sleepLoop": """
        «waits $sleepFirst»
        «repeats while $uncancelled { «late $call$then »$sleep«late ¦$then $call» }¦$call»
        """,
        "then": ";====",
        "suspending": "$tolerated«uptime , clock: .suspending»",
        "sleepFirst": """
        «task $attempt(for: .seconds($first)$suspending)¦Thread.sleep(forTimeInterval: $first)»====\
        [NSThread sleepForTimeInterval:$first];
        """,
        "sleep": """
        «task $attempt(for: .seconds($s)$suspending)¦Thread.sleep(forTimeInterval: $s)»====\
        [NSThread sleepForTimeInterval:$s];
        """,
        "mainBegins": "DispatchQueue.main.async {====dispatch_async(dispatch_get_main_queue(), ^{",
        "jobBegins": "$jobQueue.async {====dispatch_async($jobQueue, ^{",
        "blockEnds": "}====});",
        "invalidated": "$timer?.invalidate()====[self.$timer invalidate];",
        "invalidatedInside": "self.$timer?.invalidate()====[self.$timer invalidate];",
        "computed": "let result = compute()  // a nonisolated function====id result = [self compute];",
        "raised": "isBusy = true====self.isBusy = YES;",
        "lowered": "self.isBusy = false====self.isBusy = NO;",
        "signalled": "self.slot.signal()====dispatch_semaphore_signal(self.slot);",
        "shownHere": "show(compute())====[self show:[self compute]];",
        "shownOff": "let result = compute(); Task { @MainActor in self.show(result) }====$shownHere",
        "shown": "self.show(result)====[self show:result];",
    ]
}
