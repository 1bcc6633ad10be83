// What the changes of code that `remedy` prints need to be checked where there is no Foundation for Objective-C.
typedef long long int64_t;
typedef unsigned long long uint64_t;
typedef unsigned long uintptr_t;
typedef signed char BOOL;
#define YES 1
#define NO 0
#define nil 0
#define NULL ((void *)0)
#define MAX(a, b) ((a) > (b) ? (a) : (b))
typedef double NSTimeInterval;
typedef long NSInteger;
double ceil(double value);
typedef const struct CGFloatRange *CGRangeRef;
__attribute__((objc_root_class)) @interface NSObject
+ (instancetype)alloc;
- (instancetype)init;
+ (void)cancelPreviousPerformRequestsWithTarget:(id)target;
+ (void)cancelPreviousPerformRequestsWithTarget:(id)target selector:(SEL)selector object:(id)argument;
@end
@interface NSArray : NSObject
+ (instancetype)arrayWithObjects:(const id[])objects count:(unsigned long)count;
@end
@interface NSMutableArray : NSArray
- (void)removeAllObjects;
- (id)objectAtIndexedSubscript:(unsigned long)index;
- (void)setObject:(id)object atIndexedSubscript:(unsigned long)index;
@end
@interface NSString : NSObject
@end
@interface NSDate : NSObject
+ (instancetype)dateWithTimeIntervalSinceNow:(NSTimeInterval)seconds;
@property (class, readonly) NSDate *distantFuture;
@property (readonly) NSTimeInterval timeIntervalSinceNow;
@end
@interface NSPort : NSObject
+ (instancetype)port;
@end
@interface NSInvocation : NSObject
@property id target;
@end
@class NSTimer, NSThread;
@interface NSRunLoop : NSObject
@property (class, readonly) NSRunLoop *mainRunLoop, *currentRunLoop;
- (void)addTimer:(NSTimer *)timer forMode:(NSString *)mode;
- (void)addPort:(NSPort *)port forMode:(NSString *)mode;
- (void)performBlock:(void (^)(void))block;
- (void)performInModes:(NSArray *)modes block:(void (^)(void))block;
- (BOOL)runMode:(NSString *)mode beforeDate:(NSDate *)date;
- (void)run;
- (void)runUntilDate:(NSDate *)date;
@end
extern NSString *const NSDefaultRunLoopMode, *const NSRunLoopCommonModes;
extern NSString *const UITrackingRunLoopMode, *const NSEventTrackingRunLoopMode;
@interface NSTimer : NSObject
@property NSTimeInterval tolerance;
@property NSDate *fireDate;
+ (instancetype)scheduledTimerWithTimeInterval:(NSTimeInterval)i repeats:(BOOL)r block:(void (^)(NSTimer *))b;
+ (instancetype)timerWithTimeInterval:(NSTimeInterval)i target:(id)t selector:(SEL)s userInfo:(id)u repeats:(BOOL)r;
- (instancetype)initWithFireDate:(NSDate *)d interval:(NSTimeInterval)i repeats:(BOOL)r block:(void (^)(NSTimer *))b;
- (instancetype)initWithFireDate:(NSDate *)d interval:(NSTimeInterval)i target:(id)t selector:(SEL)s userInfo:(id)u repeats:(BOOL)r;
+ (instancetype)timerWithTimeInterval:(NSTimeInterval)i repeats:(BOOL)r block:(void (^)(NSTimer *))b;
+ (instancetype)scheduledTimerWithTimeInterval:(NSTimeInterval)i target:(id)t selector:(SEL)s userInfo:(id)u repeats:(BOOL)r;
+ (instancetype)scheduledTimerWithTimeInterval:(NSTimeInterval)i invocation:(NSInvocation *)v repeats:(BOOL)r;
+ (instancetype)timerWithTimeInterval:(NSTimeInterval)i invocation:(NSInvocation *)v repeats:(BOOL)r;
- (void)invalidate;
- (void)fire;
- (void)performSelector:(SEL)s onThread:(NSThread *)t withObject:(id)o waitUntilDone:(BOOL)w;
@end
@interface NSThread : NSObject
@property (class, readonly) NSThread *currentThread, *mainThread;
@property (readonly) BOOL isCancelled;
- (instancetype)initWithBlock:(void (^)(void))block;
- (void)start;
- (void)cancel;
+ (void)sleepForTimeInterval:(NSTimeInterval)seconds;
@end
@class NSNotification;
@interface NSOperationQueue : NSObject
@property (class, readonly) NSOperationQueue *mainQueue;
@end
extern NSString *const NSSystemClockDidChangeNotification;
@interface NSNotificationCenter : NSObject
@property (class, readonly) NSNotificationCenter *defaultCenter;
- (id)addObserverForName:(NSString *)n object:(id)o queue:(NSOperationQueue *)q usingBlock:(void (^)(NSNotification *))b;
@end
@interface NSProcessInfo : NSObject
@property (class, readonly) NSProcessInfo *processInfo;
@property (readonly) NSTimeInterval systemUptime;
@end
typedef struct { float minimum, maximum, preferred; } CAFrameRateRange;
CAFrameRateRange CAFrameRateRangeMake(float minimum, float maximum, float preferred);
@interface CADisplayLink : NSObject
@property CAFrameRateRange preferredFrameRateRange;
@property long preferredFramesPerSecond;
@property BOOL paused;
+ (instancetype)displayLinkWithTarget:(id)target selector:(SEL)selector;
- (void)addToRunLoop:(NSRunLoop *)loop forMode:(NSString *)mode;
- (void)invalidate;
@end
typedef NSObject *dispatch_queue_t, *dispatch_source_t;
typedef uint64_t dispatch_time_t;
typedef const struct dispatch_source_type_s *dispatch_source_type_t;
extern const dispatch_source_type_t DISPATCH_SOURCE_TYPE_TIMER;
extern NSObject *DISPATCH_QUEUE_SERIAL;
#define DISPATCH_TIME_NOW 0ull
#define DISPATCH_TIME_FOREVER ~0ull
#define DISPATCH_TIMER_STRICT 1ul
#define NSEC_PER_SEC 1000000000ull
#define NSEC_PER_MSEC 1000000ull
uint64_t mach_absolute_time(void);
int mach_wait_until(uint64_t deadline);
uint64_t ticks(double seconds);
typedef void (^dispatch_block_t)(void);
dispatch_block_t dispatch_block_create(unsigned long flags, dispatch_block_t block);
void dispatch_block_cancel(dispatch_block_t block);
typedef NSObject *dispatch_semaphore_t;
long dispatch_semaphore_wait(dispatch_semaphore_t semaphore, dispatch_time_t timeout);
#define true 1
#define false 0
extern NSString *const kCFRunLoopDefaultMode;
#define CFSTR(text) @text
typedef NSObject *CFRunLoopRef;
void CFRunLoopStop(CFRunLoopRef loop);
CFRunLoopRef CFRunLoopGetCurrent(void);
void CFRunLoopWakeUp(CFRunLoopRef loop);
CFRunLoopRef CFRunLoopGetMain(void);
void CFRunLoopPerformBlock(CFRunLoopRef loop, NSString *mode, void (^block)(void));
int CFRunLoopRunInMode(NSString *mode, double seconds, BOOL returns);
#define QOS_CLASS_DEFAULT 0x15
dispatch_queue_t dispatch_get_global_queue(long identifier, uintptr_t flags);
dispatch_queue_t dispatch_get_main_queue(void);
dispatch_queue_t dispatch_queue_create(const char *label, NSObject *attributes);
void dispatch_sync(dispatch_queue_t queue, void (^block)(void));
void dispatch_async(dispatch_queue_t queue, void (^block)(void));
void dispatch_after(dispatch_time_t when, dispatch_queue_t queue, void (^block)(void));
dispatch_time_t dispatch_time(dispatch_time_t when, int64_t delta);
dispatch_time_t dispatch_walltime(const void *when, int64_t delta);
dispatch_source_t dispatch_source_create(dispatch_source_type_t t, uintptr_t h, unsigned long m, dispatch_queue_t q);
void dispatch_source_set_timer(dispatch_source_t s, dispatch_time_t start, uint64_t interval, uint64_t leeway);
void dispatch_source_set_event_handler(dispatch_source_t s, void (^handler)(void));
void dispatch_source_cancel(dispatch_source_t s);
void dispatch_activate(dispatch_source_t s);
void dispatch_suspend(dispatch_source_t s);
void dispatch_resume(dispatch_source_t s);
@interface WeakProxy : NSObject
@property (nonatomic, weak) id target;
+ (instancetype)proxyFor:(id)target;
@end
@interface Relay : NSObject
+ (instancetype)relayFor:(id)target;
@end
typedef unsigned long UIBackgroundTaskIdentifier;
extern const UIBackgroundTaskIdentifier UIBackgroundTaskInvalid;
@interface UIApplication : NSObject
@property (class, readonly) UIApplication *sharedApplication;
- (UIBackgroundTaskIdentifier)beginBackgroundTaskWithExpirationHandler:(void (^)(void))handler;
- (void)endBackgroundTask:(UIBackgroundTaskIdentifier)identifier;
@end
@interface Screen : NSObject
@property UIBackgroundTaskIdentifier backgroundTask;
@property dispatch_queue_t work, queue;
@property dispatch_semaphore_t semaphore, slot;
@property NSThread *worker;
@property BOOL isBusy, isSuspended, isAsking, isDone, isRequested;
@property CFRunLoopRef workerLoop;
@property NSInteger seconds;
@property NSDate *end;
- (void)fetch:(void (^)(id answer))answered;
- (id)compute;
- (NSDate *)nextDate;
- (void)show:(id)result;
- (void)showSeconds:(NSInteger)seconds;
- (void)later:(void (^)(void))block;
- (void)performSelector:(SEL)s onThread:(NSThread *)t withObject:(id)o waitUntilDone:(BOOL)w modes:(NSArray *)m;
- (void)performSelector:(SEL)s onThread:(NSThread *)t withObject:(id)o waitUntilDone:(BOOL)w;
- (void)performSelector:(SEL)s withObject:(id)o afterDelay:(NSTimeInterval)d;
- (void)performSelector:(SEL)s withObject:(id)o afterDelay:(NSTimeInterval)d inModes:(NSArray *)m;
- (void)viewWillDisappear:(BOOL)animated;
- (void)viewWillDisappear;
@property id window;
- (void)didMoveToWindow;
- (void)viewDidMoveToWindow;
@property Screen *view;
- (CADisplayLink *)displayLinkWithTarget:(id)target selector:(SEL)selector;
@end
id compute(void);
