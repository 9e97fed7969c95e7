/** How often a notification sends an email in the last tenth of what the plan has. */
export const joinEveryMs = 3_600_000

/** Used so many, the last tenth of an allowance is reached: 18 of 20. */
export const lastTenthFrom = (limit: number): number => limit - Math.ceil(limit / 10)

/** LAST_TENTH: little is left. USED_UP: nothing is sent until the next period. Null while there is enough, and where a plan has none. */
export const shortageOf = (used: number, limit: number): 'LAST_TENTH' | 'USED_UP' | null => {
  if (limit === 0 || used < lastTenthFrom(limit)) return null
  return used >= limit ? 'USED_UP' : 'LAST_TENTH'
}

/** Of a mail that waits, or waits to be listed by one that does: beside it in the history. */
export const joinedMessage =
  'Waits for the next email of this notification, one an hour, which lists it: the last tenth of your emails is reached.'
