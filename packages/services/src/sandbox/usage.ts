/** What was used so long ago counts half. */
const halfLifeMs = 30_000
/** Less is nothing. */
const leastMs = 1

/** How much time each account's jobs have had lately. `now`: milliseconds of any clock that does not jump. */
export const createUsage = (now: () => number) => {
  const used = new Map<string, { ms: number; at: number }>()
  const hadMs = (accountId: string): number => {
    const known = used.get(accountId)
    if (known === undefined) return 0
    const left = known.ms * 0.5 ** ((now() - known.at) / halfLifeMs)
    if (left >= leastMs) return left
    used.delete(accountId)
    return 0
  }
  return {
    hadMs,
    add: (accountId: string, ms: number) => {
      for (const other of used.keys()) hadMs(other)
      used.set(accountId, { ms: hadMs(accountId) + ms, at: now() })
    },
  }
}
