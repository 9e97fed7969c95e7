const nanosecondsPerMs = 1_000_000n

/**
 * What to give `setTimeout` so that it ends `waitMs` from now, or up to a millisecond later. The event loop's clock shows
 * whole milliseconds on most kernels: rounded up alone, half of the timers would end a little early, and wake the process twice.
 */
export const timerDelay = (waitMs: number): number => {
  const sinceLoopClockMs = Number(process.hrtime.bigint() % nanosecondsPerMs) / Number(nanosecondsPerMs)
  return Math.ceil(waitMs + sinceLoopClockMs)
}
