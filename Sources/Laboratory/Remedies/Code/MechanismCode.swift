import LabCatalogue

extension TimerKind {
    /// A template of the statements that make a timer; empty in Objective-C if the mechanism does not exist there.
    var code: String {
        switch self {
        case .nstimer:
            """
            $name = «atOnce .scheduledTimer(«targeted timeInterval¦withTimeInterval»: $s, ¦«late \
            Timer(«targeted fireAt¦fire»: Date() + $first, interval: «repeats $s¦0», ¦Timer(timeInterval: $s, »»\
            «targeted target: $target, selector: #selector($told), userInfo: $info, »repeats: $yes)«targeted ¦ $block»
            «tolerance $name«copies ¦?».tolerance = $tolerance»
            «addsLater $loop.add($name«copies ¦!», forMode: $mode)»
            «ownMode $loop.add($name«copies ¦!», forMode: RunLoop.Mode("$ownMode"))»
            ====
            «invocation invocation.target = $target;»
            self.$name = «atOnce [NSTimer scheduledTimerWithTimeInterval:$s¦«late [[NSTimer alloc] \
            initWithFireDate:[NSDate dateWithTimeIntervalSinceNow:$first] interval:«repeats $s¦0»¦\
            [NSTimer timerWithTimeInterval:$s»» «targeted «invocation invocation:invocation¦\
            target:$target selector:@selector($told) userInfo:$info» repeats:$yes];¦repeats:$yes block:$block];»
            «tolerance self.$name.tolerance = $tolerance;»
            «addsLater [$loop addTimer:self.$name forMode:$mode];»
            «ownMode [$loop addTimer:self.$name forMode:@"$ownMode"];»
            """
        case .displayLink:
            """
            $name = $linkMaker(target: $target, selector: #selector($told))
            «range $reached.preferredFrameRateRange = CAFrameRateRange($range)»
            «active ¦$reached.isPaused = true»
            «added $reached.add(to: .«mainLoop main¦current», forMode: $mode)»
            ====
            self.$name = [$linkMaker displayLinkWithTarget:$target selector:@selector($told)];
            «range self.$name.preferredFrameRateRange = CAFrameRateRangeMake($range);»
            «active ¦self.$name.paused = YES;»
            «added [self.$name addToRunLoop:$loop forMode:$mode];»
            """
        case .gcd:
            """
            «held ¦let »$name = DispatchSource.makeTimerSource(«strict flags: .strict, »queue: $queue)
            $reached.schedule($deadline: .now()«atStart ¦ + $first»«repeats , repeating: $s»\
            «leeway , leeway: $leeway»)$note
            $reached.setEventHandler $handler«loses   // $method(_:) becomes $method(), since a source passes nothing»
            «active $reached.activate()»
            ====
            «held ¦dispatch_source_t »$reached = dispatch_source_create(DISPATCH_SOURCE_TYPE_TIMER, 0, \
            «strict DISPATCH_TIMER_STRICT¦0», $queue);
            dispatch_source_set_timer($reached, $start, «repeats $s * NSEC_PER_SEC¦DISPATCH_TIME_FOREVER», \
            «leeway $leeway¦0»);$note
            dispatch_source_set_event_handler($reached, $handler);«loses   // -$method: becomes -$method, since a \
            source passes nothing»
            «active dispatch_activate($reached);»
            """
        case .perform:
            """
            «inside self.»perform(#selector($selector), with: nil, afterDelay: $first«common , inModes: \
            [.common]»)$later
            ====
            [self performSelector:@selector($selector) withObject:nil afterDelay:$first«common  \
            inModes:@[NSRunLoopCommonModes]»];$later
            """
        case .after:
            """
            «makesQueue $queueName = $queue  // once»
            «ended $name = DispatchWorkItem $handler»
            $postQueue.asyncAfter($deadline: .now() + $first«ended , execute: $name!)¦) {«captures  [$captures] in» \
            $call }»$later$note
            ====
            «makesQueue self.$queueName = $queue;  // once»
            «ended self.$name = dispatch_block_create(0, $handler);»
            dispatch_after($start, $postQueue, «ended self.$name¦$handler»);$later$note
            """
        case .machWait, .threadSleep:
            """
            «ownThread $name = Thread {«captures  [$captures] in»
                $waiting
            }¦$waiting»
            ====
            «ownThread self.$name = [[NSThread alloc] initWithBlock:^{
                $waiting
            }];¦$waiting»
            """
        case .taskSleep, .asyncTimer:
            """
            $name = Task«onActor ¦.detached» {«captures  [$captures] in»
                $waiting
            }
            ====
            """
        case .combine:
            """
            «inSet ¦«held ¦let »$name = »Timer.publish(every: $s«toleranceSet , tolerance: $tolerance», on: .main, \
            in: $mode).autoconnect().sink {«captures  [$captures]» _ in $call }«inSet .store(in: &cancellables)»
            ====
            """
        }
    }
}
