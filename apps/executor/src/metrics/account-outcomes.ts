import { Gauge, type Registry } from 'prom-client'

interface Tally {
  total: number
  failed: number
}

interface AccountOutcomesOptions {
  /** How long an outcome counts, in minutes. */
  windowMinutes: number
  /** Epoch milliseconds. */
  now: () => number
}

/** Of so many accounts, those that had an outcome lately, and those of them most of whose outcomes were failures. */
export interface AccountCounts {
  active: number
  failing: number
}

const minuteMs = 60_000

/**
 * Outcomes of the last minutes by account, so that an alert can tell a fault of the server, which many accounts have, from one
 * account's broken target, however often that is called. Accounts themselves are never labels: there may be any number.
 */
export class AccountOutcomes {
  readonly #options: AccountOutcomesOptions
  readonly #minutes = new Map<number, Map<string, Tally>>()

  constructor(options: AccountOutcomesOptions) {
    this.#options = options
  }

  note(accountId: string, isFailure: boolean): void {
    const minute = Math.floor(this.#options.now() / minuteMs)
    let accounts = this.#minutes.get(minute)
    if (accounts === undefined) {
      this.#dropBefore(minute - this.#options.windowMinutes)
      accounts = new Map()
      this.#minutes.set(minute, accounts)
    }
    const tally = accounts.get(accountId) ?? { total: 0, failed: 0 }
    tally.total += 1
    if (isFailure) tally.failed += 1
    accounts.set(accountId, tally)
  }

  counts(): AccountCounts {
    this.#dropBefore(Math.floor(this.#options.now() / minuteMs) - this.#options.windowMinutes)
    const sums = new Map<string, Tally>()
    for (const accounts of this.#minutes.values()) {
      for (const [accountId, { total, failed }] of accounts) {
        const sum = sums.get(accountId) ?? { total: 0, failed: 0 }
        sums.set(accountId, { total: sum.total + total, failed: sum.failed + failed })
      }
    }
    const failing = [...sums.values()].filter(({ total, failed }) => failed * 2 > total).length
    return { active: sums.size, failing }
  }

  #dropBefore(minute: number) {
    for (const noted of this.#minutes.keys()) if (noted <= minute) this.#minutes.delete(noted)
  }
}

interface AccountGauge {
  name: string
  help: string
  /** The value of the label `channel`; where there is none, the gauge has no such label. */
  byChannel: () => Iterable<readonly [channel: string | null, counts: AccountCounts]>
}

/** Gauges with the label `state`: `active`, or `failing`, which are among the former. */
export const gaugeAccounts = (registry: Registry, { name, help, byChannel }: AccountGauge): void => {
  void new Gauge({
    name,
    help,
    labelNames: ['channel', 'state'],
    registers: [registry],
    collect() {
      for (const [channel, { active, failing }] of byChannel()) {
        const labels = channel === null ? {} : { channel }
        this.set({ ...labels, state: 'active' }, active)
        this.set({ ...labels, state: 'failing' }, failing)
      }
    },
  })
}
