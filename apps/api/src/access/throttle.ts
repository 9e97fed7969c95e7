import { AppError } from '@knockwire/domain/errors'
import { countOne, fixedWindow, uncountOne, type Window } from '@knockwire/services/usage/rate-window'
import type { ApiContext } from '../context.ts'
import type { Settings } from '../settings.ts'
import type { Client } from './client/client.ts'
import { clientNetwork } from './client/client-network.ts'
import { knownBrowserId } from './session-cookie.ts'

/** So many of one kind (`key`) within each window of `perMs`. */
interface Limit {
  key: string
  limit: number
  perMs: number
}

const minuteMs = 60_000

const tooMany = (waitMs: number) => {
  const minutes = Math.ceil(waitMs / minuteMs)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return new AppError('RATE_LIMITED', `Too many attempts. Try again in ${wait}.`, {
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

type Allowance = Omit<Limit, 'key'>

interface AttemptLimits {
  /** Attempts that one network may make on one account, and a browser that is known there again as many. */
  account?: Allowance
  /** Attempts that one network may make on all accounts together. */
  network: Allowance
}

/** A new kind of attempt (a reset, a second factor) is a row here. */
const limitsOf = ({ signUpsPerHour, codesPerHour }: Settings) =>
  ({
    // Failed ones only: a person mistypes a few times, a program tries for ever.
    'sign-in': { account: { limit: 10, perMs: 15 * minuteMs }, network: { limit: 50, perMs: 15 * minuteMs } },
    forgot: {
      account: { limit: 5, perMs: 60 * minuteMs },
      network: { limit: codesPerHour, perMs: 60 * minuteMs },
    },
    reset: {
      account: { limit: 10, perMs: 15 * minuteMs },
      network: { limit: 50, perMs: 15 * minuteMs },
    },
    'sign-up': { network: { limit: signUpsPerHour, perMs: 60 * minuteMs } },
  }) satisfies Record<string, AttemptLimits>

interface Attempt {
  action: keyof ReturnType<typeof limitsOf>
  /** The account's address, in lower case, whether or not there is such an account. */
  email: string
  client: Client
}

const keysOf = (settings: Settings, { action, email, client }: Attempt): Limit[] => {
  const { account, network }: AttemptLimits = limitsOf(settings)[action]
  const from = clientNetwork(client.address)
  const browserId = knownBrowserId(settings, client.browserCookie, email)
  if (account !== undefined && browserId !== null) return [{ key: `${action}:browser:${browserId}`, ...account }]
  return [
    { key: `${action}:network:${from}`, ...network },
    ...(account === undefined ? [] : [{ key: `${action}:account:${email}:${from}`, ...account }]),
  ]
}

/**
 * Counts an attempt at an account by a client. Never by the account alone: somebody who sends wrong passwords or codes from
 * elsewhere must not lock its owner out. A browser that signed in to this account before is counted separately, so that
 * not even its own network can. Throws and gives what `throttle` does.
 */
export const throttleAttempt = (context: ApiContext, attempt: Attempt): Promise<() => Promise<void>> =>
  throttle(context, keysOf(context.settings, attempt))
