/**
 * Which accounts are not claimed for at present, since they have their full quota of runs under way.
 * One comes back when a part of its quota has come free here, or after a while: other executors end its runs too.
 */
export interface AccountQuota {
  readonly limit: number
  block: (accountId: string, nowMs: number) => void
  /** Runs of these accounts have ended, one entry for each. */
  onEnded: (accountIds: Iterable<string>) => void
  blocked: (nowMs: number) => string[]
}

const longestBlockMs = 1000

interface Block {
  untilMs: number
  toEnd: number
}

export const createAccountQuota = (limit: number): AccountQuota => {
  const blocks = new Map<string, Block>()
  // Coming back for each single run would make dispatch pass over its other rows each time.
  const batch = Math.max(1, Math.floor(limit / 4))
  return {
    limit,
    block: (accountId, nowMs) => void blocks.set(accountId, { untilMs: nowMs + longestBlockMs, toEnd: batch }),
    onEnded: (accountIds) => {
      if (blocks.size === 0) return
      for (const accountId of accountIds) {
        const block = blocks.get(accountId)
        if (block && --block.toEnd <= 0) blocks.delete(accountId)
      }
    },
    blocked: (nowMs) => {
      for (const [accountId, block] of blocks) if (block.untilMs <= nowMs) blocks.delete(accountId)
      return [...blocks.keys()]
    },
  }
}

/** Splits what is due into what its account's quota lets through, in order, and the accounts that had to leave some. */
export const withinQuota = <T extends { accountId: string }>(
  due: readonly T[],
  underWay: ReadonlyMap<string, number>,
  limit: number,
): { allowed: T[]; exceeded: Set<string> } => {
  const counts = new Map(underWay)
  const exceeded = new Set<string>()
  const allowed = due.filter(({ accountId }) => {
    const count = counts.get(accountId) ?? 0
    if (count >= limit) return void exceeded.add(accountId)
    counts.set(accountId, count + 1)
    return true
  })
  return { allowed, exceeded }
}
