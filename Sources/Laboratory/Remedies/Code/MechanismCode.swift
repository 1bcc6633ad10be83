import LabCatalogue

/// The statements that make a timer: a template for each mechanism and language.
enum MechanismCode {
    /// Empty where the mechanism does not exist in that language.
    static func template(_ kind: TimerKind, in language: CodeLanguage) -> String {
        let (swift, objectiveC) = templates(kind)
        return language == .swift ? swift : objectiveC
    }

    private static func templates(_ kind: TimerKind) -> (swift: String, objectiveC: String) {
        switch kind {
        case .nstimer:
            (
                """
                $name = «atOnce .scheduledTimer(«targeted timeInterval¦withTimeInterval»: $s, ¦«dated \
                Timer(«targeted fireAt¦fire»: Date() + $first, interval: «repeats $s¦0», ¦Timer(timeInterval: $s, »»\
                «targeted target: $target, selector: #selector($told), userInfo: $info, »repeats: $yes)«targeted ¦ $block»
                «tolerance $name«copies ¦?».tolerance = $tolerance»
                «addsLater $loop.add($name«copies ¦!», forMode: $mode)»
                """,
                """
                «invocation invocation.target = $target;»
                self.$name = «atOnce [NSTimer scheduledTimerWithTimeInterval:$s¦«dated [[NSTimer alloc] \
                initWithFireDate:[NSDate dateWithTimeIntervalSinceNow:$first] interval:«repeats $s¦0»¦\
                [NSTimer timerWithTimeInterval:$s»» «targeted «invocation invocation:invocation¦\
                target:$target selector:@selector($told) userInfo:$info» repeats:$yes];¦repeats:$yes block:$block];»
                «tolerance self.$name.tolerance = $tolerance;»
                «addsLater [$loop addTimer:self.$name forMode:$mode];»
                """
            )
        case .displayLink:
            (
                """
                $name = CADisplayLink(target: $target, selector: #selector($told))
                «range $reached.preferredFrameRateRange = CAFrameRateRange($range)»
                «active ¦$reached.isPaused = true»
                «added $reached.add(to: .«mainLoop main¦current», forMode: $mode)»
                """,
                """
                self.$name = [CADisplayLink displayLinkWithTarget:$target selector:@selector($told)];
                «range self.$name.preferredFrameRateRange = CAFrameRateRangeMake($range);»
                «active ¦self.$name.paused = YES;»
                «added [self.$name addToRunLoop:$loop forMode:$mode];»
                """
            )
        case .gcd:
            (
                """
                «held ¦let »$name = DispatchSource.makeTimerSource(«strict flags: .strict, »queue: $queue)
                $reached.schedule($deadline: .now()«atStart ¦ + $first»«repeats , repeating: $s»«leeway , leeway: \
                $leeway»)$note
                $reached.setEventHandler {«onMain ¦ @Sendable»«captures  [$captures]»«onMain «captures  in»¦ in» \
                $call }«loses   // $method(_:) becomes $method(), since a source passes nothing»
                «active $reached.activate()»
                """,
                """
                «held self.¦dispatch_source_t »$name = dispatch_source_create(DISPATCH_SOURCE_TYPE_TIMER, 0, \
                «strict DISPATCH_TIMER_STRICT¦0», $queue);
                dispatch_source_set_timer($reached, $start, «repeats $s * NSEC_PER_SEC¦DISPATCH_TIME_FOREVER», \
                «leeway $leeway¦0»);$note
                dispatch_source_set_event_handler($reached, ^{ $call });«loses   // -$method: becomes -$method, since \
                a source passes nothing»
                «active dispatch_activate($reached);»
                """
            )
        case .perform:
            (
                """
                «inside self.»perform(#selector($selector), with: nil, afterDelay: $first«common , inModes: \
                [.common]»)$later
                """,
                """
                [self performSelector:@selector($selector) withObject:nil afterDelay:$first«common  \
                inModes:@[NSRunLoopCommonModes]»];$later
                """
            )
        case .after:
            (
                """
                «makesQueue $queueName = $queue  // once»
                «ended $name = DispatchWorkItem {«onMain ¦ @Sendable»«captures  [$captures]»«onMain «captures  in»¦ \
                in» $call }»
                $postQueue.asyncAfter($deadline: .now() + $first«ended , execute: $name!)¦) {«captures  [$captures] \
                in» $call }»$later$note
                """,
                """
                «makesQueue self.$queueName = $queue;  // once»
                «ended self.$name = dispatch_block_create(0, ^{ $call });»
                dispatch_after($start, $postQueue, «ended self.$name¦^{ $call }»);$later$note
                """
            )
        case .machWait, .threadSleep:
            (
                """
                «ownThread $name = Thread {«captures  [$captures] in»
                    $waiting
                }¦$waiting»
                """,
                """
                «ownThread self.$name = [[NSThread alloc] initWithBlock:^{
                    $waiting
                }];¦$waiting»
                """
            )
        case .taskSleep, .asyncTimer:
            (
                """
                $name = Task«onActor ¦.detached» {«captures  [$captures] in»
                    $waiting
                }
                """, ""
            )
        case .combine:
            (
                """
                «inSet ¦«held ¦let »$name = »Timer.publish(every: $s«toleranceSet , tolerance: $tolerance», on: .main, \
                in: $mode).autoconnect().sink {«captures  [$captures]» _ in $call }«inSet .store(in: &cancellables)»
                """, ""
            )
        }
    }

    /// A loop that waits in front of its calls.
    static func waiting(_ timer: (kind: TimerKind, isAbsolute: Bool), in language: CodeLanguage) -> String {
        switch timer.kind {
        case .machWait:
            language == .swift
                ? """
                «repeats var¦let» next = mach_absolute_time() + ticks($first)
                «repeats while !Thread.current.isCancelled {
                    mach_wait_until(next)
                    $call
                    next += ticks($s)
                }¦mach_wait_until(next)
                $call»
                """
                : """
                uint64_t next = mach_absolute_time() + ticks($first);
                «repeats while (!NSThread.currentThread.isCancelled) {
                    mach_wait_until(next);
                    $call
                    next += ticks($s);
                }¦mach_wait_until(next);
                $call»
                """
        case .threadSleep:
            language == .swift
                ? """
                «waits Thread.sleep(forTimeInterval: $first)»
                «repeats while !Thread.current.isCancelled { «late $call; »Thread.sleep(forTimeInterval: $s)«late ¦; \
                $call» }¦$call»
                """
                : """
                «waits [NSThread sleepForTimeInterval:$first];»
                «repeats while (!NSThread.currentThread.isCancelled) { «late $call »[NSThread \
                sleepForTimeInterval:$s];«late ¦ $call» }¦$call»
                """
        case .asyncTimer:
            "for await _ in AsyncTimerSequence(interval: .seconds($s)$tolerated, clock: $clock) { $call }"
        case .taskSleep where timer.isAbsolute:
            """
            «repeats var¦let» next = «uptime Suspending¦Continuous»Clock.now«atStart ¦ + .seconds($first)»
            «repeats while !Task.isCancelled {
                $attempt(until: next$tolerated, clock: $clock)
                $call
                next += .seconds($s)
            }¦$attempt(until: next$tolerated, clock: $clock)
            $call»
            """
        case .taskSleep:
            """
            «waits $attempt(for: .seconds($first)$tolerated«uptime , clock: .suspending»)»
            «repeats while !Task.isCancelled { «late $call; »$attempt(for: .seconds($s)$tolerated«uptime , clock: \
            .suspending»)«late ¦; $call» }¦$call»
            """
        case .nstimer, .displayLink, .gcd, .perform, .after, .combine: ""
        }
    }
}
