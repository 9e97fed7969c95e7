import { Connection } from '../connect/connection.ts'
import type { ConnectionPool } from '../connect/connection-pool.ts'
import type { ConnectTiming, Endpoint, SocketOpener } from '../connect/open-socket.ts'
import { LostConnection } from '../exchange/answer-failure.ts'
import { AnswerReader, type Answer, type ReaderOptions } from '../exchange/answer-reader.ts'
import type { Limits } from '../policy.ts'
import { isIdempotent } from '@knockwire/domain/requests/request-rules'
import type { Deadline } from './deadline.ts'
import type { Hop } from './hop.ts'

export interface HopTools {
  limits: Limits
  opener: SocketOpener
  pool: ConnectionPool
}

export interface HopOptions extends Pick<ReaderOptions, 'redirectOf'> {
  partition: string
}

export interface HopAnswer extends Answer {
  timing: ConnectTiming
}

const keptTiming: ConnectTiming = { dnsMs: null, connectMs: null, tlsMs: null }

const answerOn = async (
  connection: Connection,
  hop: Hop,
  options: ReaderOptions,
  deadline: Deadline,
  pool: ConnectionPool,
) => {
  try {
    const answer = await deadline.step<Answer>('answer', (settle) => {
      const request = {
        path: hop.url.pathname + hop.url.search,
        method: hop.method,
        headers: hop.headers.flat(),
        body: hop.body,
      }
      connection.client.dispatch(request, new AnswerReader(connection, options, settle))
      return undefined
    })
    if (answer.isComplete && connection.isOpen) pool.give(connection)
    else connection.close()
    return answer
  } catch (error) {
    connection.close()
    throw error
  }
}

/** What must be equal for a connection to be of use again. */
const keyOf = (url: URL, endpoint: Endpoint, partition: string) =>
  endpoint.isTls
    ? `${partition}\n${url.origin}\n${endpoint.servername}\n${endpoint.isInsecureAllowed}`
    : `${partition}\n${url.origin}`

const open = async (
  key: string,
  url: URL,
  endpoint: Endpoint,
  deadline: Deadline,
  { limits, opener, pool }: HopTools,
) => {
  const { socket, timing } = await opener.open(endpoint, deadline)
  const connection = new Connection(key, url.origin, socket, limits)
  socket.once('close', () => pool.forget(connection))
  return { connection, timing }
}

/** Sends one request on a kept connection or a new one, and gives the connection back where it is of use. */
export const exchangeHop = async (
  hop: Hop,
  endpoint: Endpoint,
  { redirectOf, partition }: HopOptions,
  deadline: Deadline,
  tools: HopTools,
): Promise<HopAnswer> => {
  const { pool, limits } = tools
  const key = keyOf(hop.url, endpoint, partition)
  const isRepeatable = isIdempotent(hop.method)
  const options = { redirectOf, isIdempotent: isRepeatable, maxBodyBytes: limits.maxBodyBytes }
  // A server may close a kept connection at any moment, also this one: what must not be sent twice goes out on a new one.
  const kept = isRepeatable ? pool.take(key) : null
  if (kept !== null) {
    try {
      return { ...(await answerOn(kept, hop, options, deadline, pool)), timing: keptTiming }
    } catch (error) {
      // The server closed it as we took it up, which is its right: only a new one's end is news to the user.
      if (!(error instanceof LostConnection && error.isRepeatable)) throw error
    }
  }
  const { connection, timing } = await open(key, hop.url, endpoint, deadline, tools)
  return { ...(await answerOn(connection, hop, options, deadline, pool)), timing }
}
