import { type CalledHost, type HostCall, withResult } from '@knockwire/domain/outages/evidence'

/** The most recent ones are a sample that is large enough, and each failure looks at all of it. */
const hostsAnAccount = 20
const maxAccounts = 100
/** Whose last answer is remembered, called lately or not. */
const maxHosts = 10_000
/** What was called again within this time keeps its place: at thousands of results a second, moving each one costs more. */
const placeMs = 1000

interface AccountCalls {
  calledMs: number
  hosts: Map<string, HostCall>
}

/** What this executor has called lately, and how that ended: the most recent hosts of the most recent accounts. */
export class CalledHosts {
  /** Both by time, the most recent last. */
  readonly #hosts = new Map<string, { notedMs: number; host: CalledHost }>()
  readonly #accounts = new Map<string, AccountCalls>()

  note(accountId: string, name: string, sign: 'ANSWERED' | 'NO_ANSWER', atMs: number) {
    const host = this.#hostOf(name, atMs)
    Object.assign(host, withResult(host, sign, atMs))
    const account = this.#accounts.get(accountId)
    const calls: AccountCalls = account ?? { calledMs: -Infinity, hosts: new Map() }
    const call: HostCall = calls.hosts.get(name) ?? { accountId, calledMs: -Infinity, host }
    if (atMs - call.calledMs > placeMs) keepRecent(calls.hosts, name, call, hostsAnAccount)
    if (atMs - calls.calledMs > placeMs) {
      keepRecent(this.#accounts, accountId, calls, maxAccounts)
      calls.calledMs = atMs
    }
    Object.assign(call, { calledMs: atMs, host })
  }

  /** Takes a host for one that has answered: it did so before this executor started, which has not called it yet. */
  remember(accountId: string, name: string, atMs: number) {
    const host = this.#hostOf(name, atMs)
    host.lastAnswerMs ??= atMs
    const calls = this.#accounts.get(accountId) ?? { calledMs: -Infinity, hosts: new Map<string, HostCall>() }
    keepRecent(calls.hosts, name, { accountId, calledMs: -Infinity, host }, hostsAnAccount)
    keepRecent(this.#accounts, accountId, calls, maxAccounts)
  }

  *calls(): Iterable<HostCall> {
    for (const { hosts } of this.#accounts.values()) yield* hosts.values()
  }

  #hostOf(name: string, atMs: number): CalledHost {
    const known = this.#hosts.get(name)
    if (known !== undefined && atMs - known.notedMs <= placeMs) return known.host
    const host = known?.host ?? { name, lastAnswerMs: null, lastFailureMs: null, failingSinceMs: null }
    keepRecent(this.#hosts, name, { notedMs: atMs, host }, maxHosts)
    return host
  }
}

const keepRecent = <T>(map: Map<string, T>, key: string, value: T, most: number) => {
  map.delete(key)
  map.set(key, value)
  if (map.size <= most) return
  const [oldest] = map.keys()
  if (oldest !== undefined) map.delete(oldest)
}
