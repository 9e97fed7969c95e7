import { countOne, fixedWindow, uncountOne, type Window } from '@knockwire/services/usage/rate-window'
import { AppError } from '@knockwire/domain/errors'
import type { ApiContext } from '../../context.ts'

/** So many of one kind (`key`) within each window of `perMs`. */
export interface Limit {
  key: string
  limit: number
  perMs: number
}

const minuteMs = 60_000

const tooMany = (waitMs: number) => {
  const minutes = Math.ceil(waitMs / minuteMs)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return new AppError('RATE_LIMITED', `Too many attempts. Please try again in ${wait}.`, {
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  })
}

/**
 * Counts an attempt under each limit before it is made, so that attempts at once cannot pass a limit together. Where one
 * is used up, the attempt is rejected (RATE_LIMITED) and counted under none. The result takes it back: an attempt that
 * succeeded is none.
 */
export const throttle = async ({ db, now }: ApiContext, limits: readonly Limit[]): Promise<() => Promise<void>> => {
  const nowMs = now()
  const counted: { key: string; window: Window }[] = []
  const refund = async () => {
    for (const one of counted) await uncountOne(db, one)
  }
  for (const { key, limit, perMs } of limits) {
    const window = fixedWindow(nowMs, perMs)
    if (!(await countOne(db, { key, window, limit }))) {
      await refund()
      throw tooMany(window.endMs - nowMs)
    }
    counted.push({ key, window })
  }
  return refund
}
