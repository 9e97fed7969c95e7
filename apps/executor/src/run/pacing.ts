/*
 * When each step of a run happens, in milliseconds before or after its time. The steps depend on one another:
 * docs/a-runs-life.md has them in their order, and pacing.test.ts what has to hold between them.
 */

/**
 * Claimed ahead of its time, a run is queued, leased and loaded when its time comes, and a timer is all that it waits for.
 * What changes a schedule meanwhile takes the claim back (`cancelRuns`).
 */
export const claimAheadMs = 1000
/** The next turn of dispatch comes when so little is left until the next schedule: each turn claims what falls due in between. */
export const leastAheadMs = 500
/** Between turns: where runs become due at once, one by one, a turn for each would cost more than the runs. */
export const betweenTurnsMs = 100
/** Another executor that died may have left something due that this one does not know of. */
export const longestSleepMs = 5000
/** Between turns while accounts are at their quota. */
export const blockedSleepMs = 250

/**
 * So long before its time at least, a run takes its slot and its start is committed. A commit takes some milliseconds; until
 * it, an edit or a deactivation of the task still wins.
 */
export const startAheadMs = 40
/** Runs whose times are within so long take their slots together: at 200 a second, forty starts are written by one commit. */
export const startGroupMs = 200

/** A result waits for so long at most until the notifications of its task are looked up, with those of other results. */
export const rulesDelayMs = 130
/**
 * And so long at most to be recorded with others. Most come together already, from the look-up of their notifications, and some a
 * little later, once their bodies are read.
 */
export const resultsDelayMs = 20

/** Jobs are looked for so often where no announcement comes. */
export const pollMs = 1000
/** How long aborted calls may take to end at a stop. */
export const abortMs = 1000
