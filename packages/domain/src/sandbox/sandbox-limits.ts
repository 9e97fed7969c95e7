/**
 * What a thread may take that reads bodies and fills templates in that anyone may have written. A body of 1 MiB as a
 * parsed document takes some tens of these megabytes. V8 fills the young generation that it is given,
 * in each thread; with this one, 1 MiB of JSON is read as fast as with 16 MB, and as much HTML in 0.2 to 0.3 s.
 */
export const sandboxLimits = {
  resources: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 3, stackSizeMb: 4 },
  /** Processor time from when the work begins, of the machine that `machineSlowness` compares with. */
  deadlineMs: 1000,
  /** A thread that does not begin within this time never will. */
  startMs: 15_000,
} as const
