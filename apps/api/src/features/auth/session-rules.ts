const dayMs = 86_400_000

/** A session ends when it was not used for `idleMs`, and in any case `absoluteMs` after sign-in. */
export const sessionRules = { idleMs: 14 * dayMs, absoluteMs: 90 * dayMs, seenEveryMs: 60_000 } as const
