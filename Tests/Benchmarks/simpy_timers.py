# simpy_timers.py TIMERS FIRINGS: the same repeating timers in SimPy (pip install simpy), the yardstick of a real firing;
# prints the processor time of the loop, s.
import sys
import time

import simpy


class Statistics:
    count = total = squares = 0


def timer(environment, interval, statistics):
    due = interval
    while True:
        yield environment.timeout(interval)
        late = environment.now - due
        due += interval
        statistics.count += 1
        statistics.total += late
        statistics.squares += late * late


timers, firings = int(sys.argv[1]), int(sys.argv[2])
environment, statistics = simpy.Environment(), Statistics()
for index in range(timers):
    environment.process(timer(environment, 1_000_000_000 + index * (1_000_000_000 // timers), statistics))
start = time.process_time()
while statistics.count < firings:
    environment.step()
print(time.process_time() - start)
