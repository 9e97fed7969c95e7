const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** How long each further offence counts against an account. */
const durationsMs = [minute, 10 * minute, hour]

/** After so long without an offence, an account is one step better again. */
const forgivenAfterMs = hour

interface Record {
  /** Counting from 1. */
  level: number
  until: number
}

/** Accounts whose own jobs had to be stopped lately. */
export interface Penalties {
  /** A job of the account has been stopped. */
  raise: (accountId: string) => void
  isOn: (accountId: string) => boolean
}

/**
 * A stop during a penalty renews it; one after it makes the next longer, since a task that runs every two minutes would
 * begin afresh each time. `now`: milliseconds of any clock that does not jump.
 */
export const createPenalties = (now: () => number): Penalties => {
  const records = new Map<string, Record>()

  const levelOf = ({ level, until }: Record, at: number): number =>
    Math.max(0, level - Math.floor(Math.max(0, at - until) / forgivenAfterMs))

  const forgetForgiven = (at: number) => {
    for (const [accountId, record] of records) if (levelOf(record, at) === 0) records.delete(accountId)
  }
  return {
    raise: (accountId) => {
      const at = now()
      forgetForgiven(at)
      const known = records.get(accountId)
      const isOn = known !== undefined && known.until > at
      const level = known === undefined ? 1 : Math.min(durationsMs.length, levelOf(known, at) + (isOn ? 0 : 1))
      records.set(accountId, { level, until: at + (durationsMs[level - 1] ?? hour) })
    },
    isOn: (accountId) => (records.get(accountId)?.until ?? -Infinity) > now(),
  }
}
