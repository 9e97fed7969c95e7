/**
 * What a thread may take that reads bodies and fills templates in that anyone may have written. A body of 1 MiB as a
 * parsed document takes some tens of these megabytes.
 */
export const sandboxLimits = {
  resources: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  /** From when the work begins. */
  deadlineMs: 1000,
  /** A thread that does not begin within this time never will. */
  startMs: 15_000,
} as const
