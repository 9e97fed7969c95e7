/** What a call says about the network: that it works, that it may not, or nothing. */
export type NetworkSign = 'ANSWERED' | 'NO_ANSWER' | null

/** No name, no route, no connection, no answer: a target that is down and a network that is cut look the same. */
const withoutAnswer: ReadonlySet<string> = new Set([
  'DNS_NOT_FOUND',
  'CONNECTION_REFUSED',
  'CONNECTION_RESET',
  'TIMEOUT',
])
/** Something answered, though nothing of use. */
const withAnswer: ReadonlySet<string> = new Set(['TLS_INVALID', 'INVALID_RESPONSE', 'TOO_MANY_REDIRECTS'])

/** @param errorCode - null where a response came. */
export const networkSignOf = (errorCode: string | null): NetworkSign => {
  if (errorCode === null || withAnswer.has(errorCode)) return 'ANSWERED'
  return withoutAnswer.has(errorCode) ? 'NO_ANSWER' : null
}

/** The last results of a host or of a witness, by the time at which they came, in epoch milliseconds. */
export interface LastResults {
  lastAnswerMs: number | null
  lastFailureMs: number | null
  /** The first failure since the last answer. */
  failingSinceMs: number | null
}

/** Ports and the names of accounts are no part of it: one machine that is down is one host. */
export interface CalledHost extends LastResults {
  name: string
}

/** That an account calls a host. The last result of the host may be of another account's call. */
export interface HostCall {
  accountId: string
  calledMs: number
  host: CalledHost
}

export const isFailing = ({ lastAnswerMs, lastFailureMs }: LastResults): boolean =>
  lastFailureMs !== null && lastFailureMs > (lastAnswerMs ?? -Infinity)

/** The results with one more that came at `atMs`. */
export const withResult = (results: LastResults, sign: 'ANSWERED' | 'NO_ANSWER', atMs: number): LastResults =>
  sign === 'ANSWERED'
    ? { ...results, lastAnswerMs: atMs, failingSinceMs: null }
    : { ...results, lastFailureMs: atMs, failingSinceMs: results.failingSinceMs ?? atMs }

/** One without an answer for longer says nothing: it was down before. */
const rememberedMs = 3_600_000

/** Whether it has answered this executor before the problem began, so that its failure may be part of it. */
export const hasAnsweredBefore = ({ lastAnswerMs }: LastResults, problemMs: number): boolean =>
  lastAnswerMs !== null && lastAnswerMs >= problemMs - rememberedMs
