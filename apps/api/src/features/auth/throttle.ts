import { countOne, fixedWindow, uncountOne } from '@knockwire/db/rate-window'
import { AppError } from '@knockwire/domain/errors'
import type { ApiContext } from '../../context.ts'

interface Rule {
  key: string
  limit: number
  perMs: number
}

const minuteMs = 60_000

/** Failed sign-ins: a person mistypes a few times, a program tries for ever. */
export const signInRules = (network: string, email: string): Rule[] => [
  { key: `sign-in:network:${network}`, limit: 50, perMs: 15 * minuteMs },
  { key: `sign-in:account:${email}`, limit: 10, perMs: 15 * minuteMs },
]

export const signUpRules = (network: string, perHour: number): Rule[] => [
  { key: `sign-up:network:${network}`, limit: perHour, perMs: 60 * minuteMs },
]

const tooMany = (waitMs: number) => {
  const minutes = Math.ceil(waitMs / minuteMs)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return new AppError('RATE_LIMITED', `Too many attempts. Please try again in ${wait}.`, {
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  })
}

/**
 * Counts an attempt under each rule before it is made, so that attempts at once cannot pass the limit
 * together; refuses where a rule is used up. The result takes the attempt back: one that succeeded is none.
 */
export const throttle = async ({ db, now }: ApiContext, rules: readonly Rule[]): Promise<() => Promise<void>> => {
  const nowMs = now()
  const counted: { key: string; window: ReturnType<typeof fixedWindow> }[] = []
  for (const { key, limit, perMs } of rules) {
    const window = fixedWindow(nowMs, perMs)
    if (!(await countOne(db, { key, window, limit }))) throw tooMany(window.endMs - nowMs)
    counted.push({ key, window })
  }
  return async () => {
    for (const one of counted) await uncountOne(db, one)
  }
}
