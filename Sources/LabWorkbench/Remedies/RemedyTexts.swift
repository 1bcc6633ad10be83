// Written by Tests/Support/embed: change the texts and run it again.
// swift-format-ignore-file

enum RemedyTexts {
    static let all = [
        "mechanisms": #"""
# made nstimer
$name = «atOnce .scheduledTimer(«targeted timeInterval¦withTimeInterval»: $s, ¦«late \
Timer(«targeted fireAt¦fire»: Date() + $first, interval: «repeats $s¦0», ¦Timer(timeInterval: $s, »»\
«targeted target: $target, selector: #selector($told), userInfo: $info, »repeats: $yes)«targeted ¦ $block»
«tolerance $name«copies ¦?».tolerance = $tolerance»
«added «atOnce ¦$loop.add($name«copies ¦!», forMode: $mode)»»
«ownModeAdded $loop.add($name«copies ¦!», forMode: RunLoop.Mode("$ownMode"))»
====
«invocation invocation.target = $target;»
self.$name = «atOnce [NSTimer scheduledTimerWithTimeInterval:$s¦«late [[NSTimer alloc] \
initWithFireDate:[NSDate dateWithTimeIntervalSinceNow:$first] interval:«repeats $s¦0»¦\
[NSTimer timerWithTimeInterval:$s»» «targeted «invocation invocation:invocation¦\
target:$target selector:@selector($told) userInfo:$info» repeats:$yes];¦repeats:$yes block:$block];»
«tolerance self.$name.tolerance = $tolerance;»
«added «atOnce ¦[$loop addTimer:self.$name forMode:$mode];»»
«ownModeAdded [$loop addTimer:self.$name forMode:@"$ownMode"];»
# made displaylink
$name = $linkMaker(target: $target, selector: #selector($told))
«range $reached.preferredFrameRateRange = CAFrameRateRange($range)»
«active ¦$reached.isPaused = true»
«added $reached.add(to: «otherLoop $otherLoop¦.«mainLoop main¦current»», forMode: $mode)»
====
self.$name = [$linkMaker displayLinkWithTarget:$target selector:@selector($told)];
«range self.$name.preferredFrameRateRange = CAFrameRateRangeMake($range);»
«active ¦self.$name.paused = YES;»
«added [self.$name addToRunLoop:$loop forMode:$mode];»
# made gcd
«held ¦let »$name = DispatchSource.makeTimerSource(«strict flags: .strict, »queue: $queue)
$reached.schedule($deadline: .now()«atStart ¦ + $first»«repeats , repeating: $s»\
«leeway , leeway: $leeway»)$note
$reached.setEventHandler $handler«loses   // $method(_:) becomes $method(), since a source passes nothing»
«active $reached.activate()»
====
«held ¦dispatch_source_t »$reached = dispatch_source_create(DISPATCH_SOURCE_TYPE_TIMER, 0, \
«strict DISPATCH_TIMER_STRICT¦0», $queue);
dispatch_source_set_timer($reached, $start, «repeats «copies ($s)¦$s» * NSEC_PER_SEC¦DISPATCH_TIME_FOREVER», \
«leeway $leeway¦0»);$note
dispatch_source_set_event_handler($reached, $handler);«loses   // -$method: becomes -$method, since a \
source passes nothing»
«active dispatch_activate($reached);»
# made perform: «inside self.»perform(#selector($selector), with: nil, afterDelay: $first«common , inModes: \
[.common]»)$later
====[self performSelector:@selector($selector) withObject:nil afterDelay:$first«common  \
inModes:@[NSRunLoopCommonModes]»];$later
# made after
«makesQueue $queueName = $queue  // once»
«ended «copies $variable.append(DispatchWorkItem $handler)¦$name = DispatchWorkItem $handler»»
$postQueue.asyncAfter($deadline: .now() + $first«ended , execute: $name«copies ¦!»)¦) {«captures  [$captures] in» \
$call }»$later$note
====
«makesQueue self.$queueName = $queue;  // once»
«ended self.$name = dispatch_block_create(0, $handler);»
dispatch_after($start, $postQueue, «ended self.$name¦$handler»);$later$note
# made mach-wait | made thread-sleep
«ownThread «swift $name = Thread {«captures  [$captures] in»¦self.$name = [[NSThread alloc] initWithBlock:^{»
    $waiting
}«swift ¦];»¦$waiting»
# made task-sleep | made async-timer
$name = Task«onActor ¦.detached» {«captures  [$captures] in»
    $waiting
}
====
# made combine: «inSet ¦«held ¦let »$name = »Timer.publish(every: $s«toleranceSet , tolerance: $tolerance», on: .«mainLoop main¦current», \
in: $mode).autoconnect().sink {«captures  [$captures]» _ in $call }«inSet .store(in: &cancellables)»
====

"""#,
        "words": #"""
# suffix: «nstimer Timer»«perform Timer»«gcd Source»«displaylink Link»«combine Subscription»«task Task»\
«after WorkItem»«waitsInThread Thread»
# name: «inside «gcd «held self.»¦«combine «held self.»¦self.»»»$variable«copies [n]»====$variable«copies [n]»
# atOnce: «scheduled «common ¦«tracking ¦«late ¦«movesToMain ¦yes»»»»»
# relay: «forwards-self-invalidating yes»
# proxy: «forwards-object yes¦«forwards-nsproxy yes¦«forwards-null-forwarding yes»»»
# guards: «nstimer «weakly «endsInside yes»»»
# weak: «weakly «guards ¦yes»»
# leaves: «gcd «onMain ¦«wasOnMain «changes yes»»»»
# loses: «argument «leaves ¦«changes «nstimer ¦«displaylink ¦yes»»»»»
# takes: «argument «loses ¦yes»»
# makesQueue: «newQueue «serial yes¦«concurrent yes»»»
# waitsInThread: «mach-wait yes¦«thread-sleep yes»»
# ownThread: «waitsInThread «onThread yes»»
# direct: «onMain «task ¦yes»»«waitsInThread «onThread ¦yes»»«combine yes»«perform yes»«displaylink yes»
# receiver: «weak self?¦self»====«weak weakSelf¦self»
# message: $receiver.$method(«takes timer»)====[$receiver $method«takes :t»];
# call: «leaves $computes¦«assumes MainActor.assumeIsolated { $message }¦«direct $message¦«task await $message¦\
Task { @MainActor «weak [weak self] »in $message }»»»»====«leaves $computes¦$message»
# assumes: «nstimer $mainLoop»
# computes: let result = compute(); Task { @MainActor «weak [weak self] »in $receiver.show(result) }
====id result = [$receiver compute]; dispatch_async(dispatch_get_main_queue(), ^{ [$receiver show:result]; });
# selector: $method«takes (_:)»====$method«takes :»
# told: «relay Relay.tick(_:)¦$selector»====«relay tick:¦$selector»
# target: «relay Relay(self)¦«proxy WeakProxy(self)¦«weakTarget weakSelf!¦self»»»
====«relay [Relay relayFor:self]¦«proxy [WeakProxy proxyFor:self]¦«weakTarget weakSelf¦self»»»
# reached: $name«copies ¦«held ?¦«displaylink ?»»»====«held self.»$name
# leeway: «tolerance «fine .nanoseconds($ns)¦.milliseconds($ms)»»====«tolerance «fine $ns¦$ms * NSEC_PER_MSEC»»
# linkMaker: «mac «view ¦view.»displayLink¦CADisplayLink»====«mac self«view ¦.view»¦CADisplayLink»
# range: «preferred minimum: $minimum, maximum: $maximum, preferred: $preferred»
====«preferred $minimum, $maximum, $preferred»
# info: «several [$objects]¦«objects $objects¦nil»»====«several @[$objects]¦«objects $objects¦nil»»
# type: «nstimer Timer¦«displaylink CADisplayLink¦DispatchSourceTimer»»
====«nstimer NSTimer *¦«displaylink CADisplayLink *¦dispatch_source_t »»
# yes: «repeats true¦false»====«repeats YES¦NO»
# mode: «common .common¦«tracking «mac .eventTracking¦.tracking»¦.default»»
====«common NSRunLoopCommonModes¦«tracking «mac NSEvent¦UI»TrackingRunLoopMode¦NSDefaultRunLoopMode»»
# loop: «otherLoop $otherLoop¦RunLoop.«mainLoop main¦current»»
====«otherLoop self.$otherLoop¦NSRunLoop.«mainLoop mainRunLoop¦currentRunLoop»»
# strongProperty: var $variable: $type?====@property (nonatomic, strong) $type$variable;
# weakProperty: weak var $variable: $type?====@property (nonatomic, weak) $type$variable;
# unownedProperty: unowned(unsafe) var $variable: $type?====@property (nonatomic, unsafe_unretained) $type$variable;
# addition: $loop.add($timer!, forMode: $mode)====[$loop addTimer:self.$timer forMode:$mode];
# queue: «onMain .main¦«global .global()¦«newQueue DispatchQueue(label: "$label")¦$queueName»»»
====«onMain dispatch_get_main_queue()¦«global dispatch_get_global_queue(QOS_CLASS_DEFAULT, 0)¦\
«newQueue dispatch_queue_create("$label", DISPATCH_QUEUE_SERIAL)¦self.$queueName»»»
# postQueue: «onMain DispatchQueue.main¦«global DispatchQueue.global()¦$queueName»»
====«makesQueue self.$queueName¦$queue»
# handler: {«onMain ¦ @Sendable»«captures  [$captures]»«onMain «captures  in»¦ in» $call }====^{ $call }
# deadline: «wall wallDeadline¦deadline»
# start: «wall dispatch_walltime(NULL¦dispatch_time(DISPATCH_TIME_NOW», «atStart 0¦«copies ($first)¦$first» * NSEC_PER_SEC»)
# note: «continuous   // Dispatch has no deadline on a continuous clock»
# later: «repeats   // and again at the end of $method«late , after $s s»»
# tolerated: «toleranceSet , tolerance: «tolerance .seconds($tolerance)¦.zero»»
# attempt: «returns guard (try?¦«swallows try?¦try»» await Task.sleep
# attempted: «returns ) != nil else { return }»
# clock: «uptime .suspending¦.continuous»
# long: $guards$takes
# block
{«captures  [$captures]» «long timer in
    «takes nonisolated(unsafe) let timer = timer»
    «guards guard let self else { return timer.invalidate() }»
    $call
¦_ in $call »}
====
«guards ^(NSTimer *t) {
    typeof(self) owner = weakSelf;
    if (owner) [owner $method«takes :t»]; else [t invalidate];
}¦^(NSTimer *t) { $message }»
# verb: «nstimer invalidate¦«displaylink invalidate¦cancel»»
# dispatched: «gcd source_cancel¦«after block_cancel»»
# task: «task-sleep yes¦«async-timer yes»»
# end: «inSet cancellables.removeAll()¦«perform NSObject.cancelPreviousPerformRequests(withTarget: self\
«remade , selector: #selector($selector), object: nil»)¦\
«copies $variable.forEach { $0.$verb() }¦$name?.$verb()»»»
====«perform [NSObject cancelPreviousPerformRequestsWithTarget:self«remade  selector:@selector($selector) \
object:nil»];¦\
«copies for (id t in _$variable) «dispatched dispatch_$dispatched(t)¦[t $verb]»;¦«dispatched if (_$name) dispatch_$dispatched(_$name);¦\
[_$name $verb];»»»
# resumed: $variable?.resume()====dispatch_resume(self.$variable);
# activated: $variable?.activate()====dispatch_activate(self.$variable);
# resumes: if isSuspended { isSuspended = false; $resumed }====if (self.isSuspended) { self.isSuspended = NO; $resumed }
# pausing: func pause() { if !isSuspended { isSuspended = true; $variable?.suspend() } }
====- (void)pause { if (!self.isSuspended) { self.isSuspended = YES; dispatch_suspend(self.$variable); } }
# resuming: func resume() { $resumes }====- (void)resume { $resumes }
# rearmed: $variable?.«dispatched schedule($deadline: .now() + $s, repeating: $s)¦fireDate = Date() + $s»
====«dispatched dispatch_source_set_timer(self.$variable, $start, $s * NSEC_PER_SEC, 0);¦\
self.$variable.fireDate = [NSDate dateWithTimeIntervalSinceNow:$s];»
# portAdded: RunLoop.current.add(Port(), forMode: .default)
====[NSRunLoop.currentRunLoop addPort:[NSPort port] forMode:NSDefaultRunLoopMode];
# released: $name = nil====self.$name = nil;
# weakVariable: «weakTarget weak var weakSelf = self»====
# endBefore: «remade $end»
# releasedLater: «dropped $released»
# ownModeAdded: «common $ownMode»
# weakSelf: ====__weak typeof(self) weakSelf = self;
# dealloc: isolated deinit {====- (void)dealloc {
# goes
«controller «swift override func viewWillDisappear(«mac ¦_ animated: Bool»)¦- (void)viewWillDisappear«mac ¦:(BOOL)animated»» {
    «swift super.viewWillDisappear(«mac ¦animated»)¦[super viewWillDisappear«mac ¦:animated»];»
¦«view «swift override func $moved()¦- (void)$moved» {
    «swift super.$moved()¦[super $moved];»
    «swift if window != nil { return }¦if (self.window) return;»
¦// Called as the screen goes.
«swift func stop()¦- (void)stop» {»»
# moved: «mac viewDid¦did»MoveToWindow
# loopRun: «onMainThread RunLoop.main.run(«slept until: Date() + $slept»)¦\
while !Thread.current.isCancelled, RunLoop.current.run(mode: .default, before: Date() + 1) {}»
====«onMainThread [NSRunLoop.mainRunLoop run«slept Until:[NSDate dateWithTimeIntervalSinceNow:$slept]»];¦\
while (!NSThread.currentThread.isCancelled && [NSRunLoop.currentRunLoop
    runMode:NSDefaultRunLoopMode beforeDate:[NSDate dateWithTimeIntervalSinceNow:1]]);»
# waiting: «async-timer for await _ in AsyncTimerSequence(interval: .seconds($s)$tolerated, clock: $clock) { $call }¦\
«grid $gridLoop¦$sleepLoop»»
# bodyEnds: «onMainThread ¦«ends «displaylink link¦timer».$verb()  // the one in this run loop»»====«onMainThread ¦$ends»
# uncancelled: «task !Task.isCancelled¦!Thread.current.isCancelled»====(!NSThread.currentThread.isCancelled)
# grid: $absolute«mach-wait yes»
# gridLoop
«swift «repeats var¦let»¦uint64_t» next = $now
«repeats while $uncancelled {
    $wait
    $call
    next += «absolute .seconds($s)¦ticks($s)»«swift ¦;»
}¦$wait
$call»
# now: «absolute «uptime Suspending¦Continuous»Clock.now«atStart ¦ + .seconds($first)»¦\
mach_absolute_time() + ticks($first)»«swift ¦;»
# wait
«absolute $attempt(until: next$tolerated, clock: $clock)$attempted¦mach_wait_until(next)»====mach_wait_until(next);
# waits: «repeats «late «atStart ¦yes»»¦yes»
# sleepLoop
«waits $sleepFirst»
«repeats while $uncancelled {
    «late $call¦$sleep»
    «late $sleep¦$call»
}¦$call»
# then: ;====
# suspending: $tolerated«uptime , clock: .suspending»
# sleepFirst: «task $attempt(for: .seconds($first)$suspending)$attempted¦Thread.sleep(forTimeInterval: $first)»
====[NSThread sleepForTimeInterval:$first];
# sleep: «task $attempt(for: .seconds($s)$suspending)$attempted¦Thread.sleep(forTimeInterval: $s)»
====[NSThread sleepForTimeInterval:$s];
# jobQueue: DispatchQueue.main====dispatch_get_main_queue()
# mainBegins: DispatchQueue.main.async {====dispatch_async(dispatch_get_main_queue(), ^{
# jobBegins: $jobQueue.async {====dispatch_async($jobQueue, ^{
# blockEnds: }====});
# invalidated: $timer?.invalidate()====[self.$timer invalidate];
# computed: let result = compute()  // a nonisolated function====id result = [self compute];
# lowered: self.isBusy = false====self.isBusy = NO;
# shownHere: show(compute())====[self show:[self compute]];
# shown: self.show(result)====[self show:result];
# performs: perform(#selector($selector), on: «thread $thread¦.main», with: nil
====[self performSelector:@selector($selector) onThread:«thread self.$thread¦NSThread.mainThread» withObject:nil
# performsAndWaits: $performs, waitUntilDone: true)====$performs waitUntilDone:YES];
# performsLater: $performs, waitUntilDone: false)====$performs waitUntilDone:NO];
# ran: «replaces - «forever $runForever¦// «sleeps the sleep that keeps the thread¦what runs its loop now»»¦\
+ // At the end«onMainThread ¦ of the thread's body», behind what adds the timer.»
# runForever: RunLoop.current.run()====[NSRunLoop.currentRunLoop run];
# onMainActor: MainActor.assumeIsolated { self.$method() }
# workInCommon
«does-perform - $performs«swift , waitUntilDone: «waits true¦false», modes: [RunLoop.Mode.default.rawValue])¦\
 waitUntilDone:«waits YES¦NO» modes:@[NSDefaultRunLoopMode]];»
+ «waits $performsAndWaits¦$performsLater»
¦«does-perform_block - «swift RunLoop.main.perform { $onMainActor }¦\
[NSRunLoop.mainRunLoop performBlock:^{ [self $method]; }];»
+ «swift RunLoop.main.perform(inModes: [.common]) { $onMainActor }¦\
[NSRunLoop.mainRunLoop performInModes:@[NSRunLoopCommonModes] block:^{ [self $method]; }];»
¦- «swift RunLoop.main.add($port, forMode: .default)¦[NSRunLoop.mainRunLoop addPort:self.$port forMode:NSDefaultRunLoopMode];»
+ «swift RunLoop.main.add($port, forMode: .common)¦[NSRunLoop.mainRunLoop addPort:self.$port forMode:NSRunLoopCommonModes];»»»
# posting
$jobQueue.async«delayed After($deadline: .now() + $first)» {====dispatch_«delayed after($start, ¦async(»$jobQueue, ^{
# weakly: «property $property = self  // a weak property¦$posting [weak self] in self?.$method() }»
====«property self.$property = self;  // a weak property¦$posting [weakSelf $method]; });»
# unlessFree: guard «onMain !isBusy¦slot.wait(timeout: .now()) == .success» else { return }
====if («onMain self.isBusy¦dispatch_semaphore_wait(self.slot, DISPATCH_TIME_NOW) != 0») return;
# ifFree: if «onMain !isBusy¦slot.wait(timeout: .now()) == .success» {
====if («onMain !self.isBusy¦dispatch_semaphore_wait(self.slot, DISPATCH_TIME_NOW) == 0») {
# clockObserved
NotificationCenter.default.addObserver(forName: .NSSystemClockDidChange, object: nil, queue: .main) { [weak self] _ in
    MainActor.assumeIsolated { if let self { self.$timer?.fireDate = self.nextDate() } }
}
====
[NSNotificationCenter.defaultCenter addObserverForName:NSSystemClockDidChangeNotification object:nil
    queue:NSOperationQueue.mainQueue usingBlock:^(NSNotification *note) {
        [weakSelf.$timer setFireDate:[weakSelf nextDate]];
    }];
# invalidatedThere: «worker $timer?.perform(#selector(Timer.invalidate), on: $worker, with: nil, waitUntilDone: false)¦\
«deallocates $dealloc $invalidated }¦$mainBegins «swift self.»$invalidated $blockEnds»»
====«deallocates «worker ¦NSTimer *timer = self.$timer;»»
«worker [self.$timer performSelector:@selector(invalidate) onThread:self.$worker withObject:nil waitUntilDone:NO];¦\
$mainBegins «deallocates [timer invalidate];¦$invalidated» $blockEnds»
# app: UIApplication.shared====UIApplication.sharedApplication
# begunTask: backgroundTask
# taskMade: $begunTask = $app.beginBackgroundTask====self.$begunTask = [$app beginBackgroundTaskWithExpirationHandler
# taskBegun
- $taskMade«swift ()¦:nil];»
+ $taskMade«swift  {¦:^{»
+     $taskEnded
«works       // …»
+ }«swift ¦];»
# taskEnded
«swift $app.endBackgroundTask(self.$begunTask)¦[$app endBackgroundTask:self.$begunTask];»
self.$begunTask = «swift .invalid¦UIBackgroundTaskInvalid;»

"""#,
    ]
}
