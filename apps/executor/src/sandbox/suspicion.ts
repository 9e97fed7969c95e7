/** For how long an account's jobs go one by one after one of them had to be stopped. */
const lastsMs = 60_000

/** Accounts whose jobs had to be stopped lately. */
export const createSuspicion = () => {
  const until = new Map<string, number>()
  return {
    raise: (accountId: string) => {
      const now = performance.now()
      for (const [other, end] of until) if (end < now) until.delete(other)
      until.set(accountId, now + lastsMs)
    },
    isOn: (accountId: string): boolean => (until.get(accountId) ?? 0) > performance.now(),
  }
}
