import { networkSignOf } from '@knockwire/domain/outages/evidence'
import { isNetworkBack } from '@knockwire/domain/outages/is-network-back'
import { judgeFailure, type NetworkFailure, type Outage } from '@knockwire/domain/outages/judge-failure'
import type { Logger } from 'pino'
import type { CallOutcome, RunResult } from '../run/run.ts'
import { CalledHosts } from './called-hosts.ts'
import type { Witnesses } from './witnesses.ts'

export interface NetworkWatchOptions {
  witnesses: Witnesses
  log: Logger
  /** Of calls, in milliseconds; it must not go back. */
  now?: () => number
  /** How long a failure may wait for evidence. */
  holdMs?: number
}

interface HeldFailure extends NetworkFailure {
  isTest: boolean
  resolve: (isInconclusive: boolean) => void
}

/** Alerts of an instance with few calls come this much later; busy ones know within milliseconds. */
const longestHoldMs = 10_000
const lookEveryMs = 200

/** Epoch milliseconds that no change of the machine's clock moves. */
export const monotonicNow = () => performance.timeOrigin + performance.now()

/** The host of a request, as evidence counts it: without its port. */
const hostOf = (uri: string): string | null => URL.parse(uri)?.hostname ?? null

type Failed = Extract<CallOutcome, { status: 'FAILED' }>

/** Finds out whether calls fail because of the network of this executor, and holds failures until that is known. */
export class NetworkWatch {
  readonly #options: Required<NetworkWatchOptions>
  readonly #hosts = new CalledHosts()
  readonly #held = new Set<HeldFailure>()
  #timer: NodeJS.Timeout | undefined
  #outage: Outage | null = null
  #lastInconclusiveMs = 0
  #isStopping = false

  constructor(options: NetworkWatchOptions) {
    this.#options = { now: monotonicNow, holdMs: longestHoldMs, ...options }
  }

  get isOutage(): boolean {
    return this.#outage?.untilMs === null
  }

  get held(): number {
    return this.#held.size
  }

  now(): number {
    return this.#options.now()
  }

  /** Hosts that have answered before this executor started. */
  remember(answering: readonly { accountId: string; uri: string }[]) {
    const nowMs = this.now()
    for (const { accountId, uri } of answering) {
      const host = hostOf(uri)
      if (host !== null) this.#hosts.remember(accountId, host, nowMs)
    }
  }

  /** An outage that executors have found before this one started. */
  inherit(sinceAgoMs: number) {
    const nowMs = this.now()
    this.#outage ??= { sinceMs: nowMs - sinceAgoMs, untilMs: null }
    this.#lastInconclusiveMs = nowMs
    this.#look()
  }

  /**
   * The result as it is to be recorded: a failure that is our network's becomes inconclusive. At once where it is no network
   * failure, which most are: the caller must not wait for nothing.
   */
  judge(result: RunResult, uri: string, startedMs: number): RunResult | Promise<RunResult> {
    const { outcome, accountId } = result
    // Where a redirect led nowhere, the host of the request answered.
    const sign = networkSignOf(outcome.status === 'FAILED' && !outcome.response ? outcome.code : null)
    const host = sign === null ? null : hostOf(uri)
    if (sign === null || host === null) return result
    const endedMs = this.now()
    this.#hosts.note(accountId, host, sign, endedMs)
    if (outcome.status !== 'FAILED' || sign === 'ANSWERED') return result
    return this.#judgeFailure({ host, startedMs, endedMs }, result, outcome)
  }

  async #judgeFailure(failure: NetworkFailure, result: RunResult, outcome: Failed): Promise<RunResult> {
    const isInconclusive = await new Promise<boolean>((resolve) => {
      const held = { ...failure, isTest: result.trigger === 'TEST', resolve }
      this.#held.add(held)
      this.#decide(held)
      if (!this.#held.has(held)) return
      this.#options.witnesses.ask(failure.endedMs)
      this.#look()
    })
    return isInconclusive ? { ...result, outcome: inconclusive(outcome) } : result
  }

  /** What is held is decided by what is known now. */
  stop() {
    this.#isStopping = true
    for (const held of this.#held) this.#decide(held)
    clearTimeout(this.#timer)
  }

  #decide(held: HeldFailure) {
    const nowMs = this.now()
    // Its user waits for the result of a test, and a test sends no alert, so that it is not held.
    const isFinal = this.#isStopping || held.isTest || nowMs - held.endedMs >= this.#options.holdMs
    const verdict = judgeFailure(held, { ...this.#evidence(nowMs), isFinal })
    if (verdict === 'UNDECIDED') return
    this.#held.delete(held)
    if (verdict === 'INCONCLUSIVE') this.#noteInconclusive(held)
    held.resolve(verdict === 'INCONCLUSIVE')
  }

  #evidence(nowMs: number) {
    const { witnesses } = this.#options
    return { calls: this.#hosts.calls(), witnesses: witnesses.results(), outage: this.#outage, nowMs }
  }

  #noteInconclusive({ startedMs, endedMs }: NetworkFailure) {
    const { log, witnesses } = this.#options
    // A call of an outage that has ended does not begin another.
    if (startedMs < (this.#outage?.untilMs ?? -Infinity)) return
    this.#lastInconclusiveMs = Math.max(this.#lastInconclusiveMs, endedMs)
    if (this.isOutage) return
    this.#outage = { sinceMs: startedMs, untilMs: null }
    log.error({ witnesses: witnesses.results().length }, 'network outage began: failures are inconclusive')
    witnesses.setUrgent(true)
    this.#look()
  }

  #endIfOver() {
    const outage = this.#outage
    if (outage === null || outage.untilMs !== null) return
    const nowMs = this.now()
    const isOver = isNetworkBack({
      ...this.#evidence(nowMs),
      outage: { ...outage, untilMs: null },
      lastFailureMs: this.#lastInconclusiveMs,
    })
    if (!isOver) return
    this.#outage = { ...outage, untilMs: nowMs }
    this.#options.witnesses.setUrgent(false)
    this.#options.log.warn({ seconds: Math.round((nowMs - outage.sinceMs) / 1000) }, 'network outage ended')
  }

  #look() {
    if (this.#timer !== undefined || this.#isStopping) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      for (const held of this.#held) this.#decide(held)
      this.#endIfOver()
      if (this.#held.size > 0 || this.isOutage) this.#look()
    }, lookEveryMs)
    this.#timer.unref()
  }
}

/** The message says what was seen all the same. */
const inconclusive = ({ message, responseTimeMs }: Failed): Failed => ({
  status: 'FAILED',
  code: 'INCONCLUSIVE',
  message: `Knockwire's own network failed at that time, so this run says nothing about the target. What was seen: ${message}`,
  responseTimeMs,
})
