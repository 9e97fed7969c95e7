import { Deadline, SignalWatch } from './call/deadline.ts'
import { wireHeaders } from './call/request-headers.ts'
import { type CallResult, type CallTools, sendRequest } from './call/send-request.ts'
import { createAddressRules } from './guard/address-rules.ts'
import { ConnectionPool } from './connect/connection-pool.ts'
import { createDnsResolver } from './connect/dns-resolver.ts'
import { createProxyRules } from './connect/proxy-rules.ts'
import { HostResolver } from './connect/resolve-host.ts'
import { SocketOpener } from './connect/open-socket.ts'
import { OutboundError, internalError } from './outbound-error.ts'
import type { OutboundFailure, OutboundOutcome, ReceivedResponse } from './outcome.ts'
import { limitsOf, type OutboundPolicy } from './policy.ts'
import type { HeaderPairs, OutboundRequest } from './request.ts'
import { createUrlRules } from './url-rules.ts'

export interface SendOptions {
  /** Aborted: the call ends as INTERRUPTED, and its sockets are closed. */
  signal?: AbortSignal
}

/** The only way to a user's address. It never throws for what a target does. */
export interface OutboundClient {
  send: (request: OutboundRequest, options?: SendOptions) => Promise<OutboundOutcome>
  /** The headers that `send` writes for this request, in their order: also those of the connection, before any redirect. */
  headersOf: (request: OutboundRequest) => HeaderPairs
  /** Interrupts what is in flight and closes every connection. */
  close: () => Promise<void>
}

const toolsOf = (policy: OutboundPolicy): CallTools => {
  const limits = limitsOf(policy)
  const addressRules = createAddressRules(policy)
  const resolver = new HostResolver(policy.resolve ?? createDnsResolver(), limits.dnsCacheMs)
  return {
    limits,
    urlRules: createUrlRules(policy, addressRules),
    opener: new SocketOpener(addressRules, resolver, policy.proxy ? createProxyRules(policy.proxy) : null),
    pool: new ConnectionPool(limits.maxIdleConnections),
  }
}

const inMicroseconds = (ms: number) => Math.round(ms * 1_000) / 1_000
const orNull = (ms: number | null) => (ms === null ? null : inMicroseconds(ms))

const receivedOf = ({ answer, body, url, redirects }: CallResult, startedAt: number): ReceivedResponse => {
  const totalMs = inMicroseconds(performance.now() - startedAt)
  return {
    statusCode: answer.statusCode,
    headers: answer.headers.text,
    body: body.bytes,
    isTruncated: body.isTruncated,
    finalUri: url.href,
    redirects,
    timing: {
      dnsMs: orNull(answer.timing.dnsMs),
      connectMs: orNull(answer.timing.connectMs),
      tlsMs: orNull(answer.timing.tlsMs),
      firstByteMs: inMicroseconds(answer.firstByteAt - startedAt),
      totalMs,
    },
  }
}

const failureOf = (error: unknown, startedAt: number): OutboundFailure => {
  const { code, message, cause } = error instanceof OutboundError ? error : internalError(error)
  const responseTimeMs = inMicroseconds(performance.now() - startedAt)
  const failure = { kind: 'failure', code, message, responseTimeMs } as const
  return code === 'INTERNAL' ? { ...failure, cause } : failure
}

const outcomeOf = (result: CallResult, startedAt: number): OutboundOutcome => {
  const response = receivedOf(result, startedAt)
  const { failure } = result
  return failure === null
    ? { kind: 'response', ...response, responseTimeMs: response.timing.totalMs }
    : { ...failureOf(failure, startedAt), response }
}

export const createOutboundClient = (policy: OutboundPolicy): OutboundClient => {
  const tools = toolsOf(policy)
  const signals = new SignalWatch()
  const inFlight = new Set<Deadline>()
  let isClosed = false

  const start = (signal: AbortSignal | undefined) => {
    const deadline = new Deadline(tools.limits.timeoutMs)
    inFlight.add(deadline)
    if (isClosed) deadline.stop('INTERRUPTED')
    if (signal !== undefined) signals.add(signal, deadline)
    return deadline
  }

  const end = (deadline: Deadline, signal: AbortSignal | undefined) => {
    deadline.clear()
    inFlight.delete(deadline)
    if (signal !== undefined) signals.remove(signal, deadline)
  }

  return {
    send: async (request, { signal } = {}) => {
      const startedAt = performance.now()
      const deadline = start(signal)
      try {
        return outcomeOf(await sendRequest(request, deadline, tools), startedAt)
      } catch (error) {
        return failureOf(error, startedAt)
      } finally {
        end(deadline, signal)
      }
    },
    headersOf: (request) => wireHeaders(request, tools.limits.userAgent),
    close: async () => {
      isClosed = true
      for (const deadline of inFlight) deadline.stop('INTERRUPTED')
      tools.pool.closeAll()
    },
  }
}
