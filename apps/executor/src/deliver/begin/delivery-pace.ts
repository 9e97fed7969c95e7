import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { channels } from '@knockwire/domain/channels/registry'
import { accountPace, type Pace, takePlaces } from '@knockwire/services/usage/pace'
import type { AccountLimits } from '@knockwire/domain/plans/plans'
import type { Attempt } from './begin-attempts.ts'

/** Beyond this, what cannot be sent yet is not sent at all: an alert of an hour ago helps nobody. */
const mostWaitMs = 3_600_000

/** Marks a delivery that has its place already, where those of other channels keep what they were counted as. */
const placeKey = 'place'

/** Slack is one host for everybody, and keeps its own pace for each channel. */
const hostOf = ({ setting }: Attempt): string | null => {
  if (setting?.type !== 'HTTP' || !URL.canParse(setting.request.uri)) return null
  const { hostname } = new URL(setting.request.uri)
  return hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
}

const pacesOf = (attempt: Attempt): Pace[] => {
  const { accountId, plan, limits } = attempt
  const host = hostOf(attempt)
  // Of all accounts of a plan together, or of all there are.
  const group = limits.label === null ? 'ALL' : plan
  const ofHost =
    host === null ? [] : [{ key: `pace:host:${group}:${host}`, perMinute: limits.notificationsPerMinute.host }]
  return [accountPace(accountId, limits), ...ofHost]
}

const needsPlace = ({ type, counted }: Attempt) => channels[type].isPaced && counted?.key !== placeKey

/** How long an attempt waits, in milliseconds; null where that would be too long. */
export type WaitOf = (attempt: Attempt) => number | null

/**
 * Takes a place for each attempt of a paced channel in the pace of its account and in that of its target's host. Rows
 * are locked in the order of their keys by all who change them.
 */
export const takeDeliveryPlaces = async (
  db: DatabaseOrTransaction,
  attempts: readonly Attempt[],
  nowMs: number,
): Promise<WaitOf> => {
  const requested = attempts
    .filter(needsPlace)
    .flatMap((attempt) => pacesOf(attempt).map((pace) => ({ attempt, pace })))
  const waits = new Map<Attempt, number>()
  const byKey = Map.groupBy(requested, ({ pace }) => pace.key)
  for (const key of [...byKey.keys()].toSorted()) {
    const group = byKey.get(key) ?? []
    const perMinute = Math.max(...group.map(({ pace }) => pace.perMinute))
    const places = await takePlaces(db, { key, perMinute, count: group.length, mostWaitMs, nowMs })
    for (const [index, { attempt }] of group.entries()) {
      waits.set(attempt, Math.max(waits.get(attempt) ?? 0, places?.[index] ?? Infinity))
    }
  }
  return (attempt) => {
    const waitMs = waits.get(attempt) ?? 0
    return waitMs === Infinity ? null : waitMs
  }
}

/** The same attempt, for which its place is kept until it is made. */
export const withPlace = (attempt: Attempt, nowMs: number): Attempt => ({
  ...attempt,
  counted: { key: placeKey, startMs: nowMs },
})

/** The attempt as it is made: where it has to be repeated, the next one takes its own place. */
export const withoutPlace = (attempt: Attempt): Attempt =>
  attempt.counted?.key === placeKey ? { ...attempt, counted: null } : attempt

const rateOf = ({ label, notificationsPerMinute: { account, host } }: AccountLimits) =>
  label === null
    ? `your account sends ${account} Slack and HTTP notifications a minute, and all accounts ${host} to one host`
    : `your plan sends ${account} Slack and HTTP notifications a minute, and ${host} to one host for all its accounts`

export const deferralReason = (limits: AccountLimits): string => `Waiting for its turn: ${rateOf(limits)}.`

export const tooLateReason = (limits: AccountLimits): string =>
  `Not sent: ${rateOf(limits)}, and this would have been sent more than an hour late.`
