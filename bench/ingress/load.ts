import { readFileSync } from 'node:fs'
import autocannon, { type Client } from 'autocannon'

/**
 * Senders of 500-byte JSON; prints what came back. All of them are at one receiver and then at the next, as far as a
 * plan's calls a minute allow that: so is an endpoint that is hammered. Or, `apart`, each is at a receiver of its own.
 */
const [origin = '', tokensFile = '', seconds = '5', order = 'together', rate = ''] = process.argv.slice(2)
const tokens: string[] = JSON.parse(readFileSync(tokensFile, 'utf8'))
const connections = 64
const body = JSON.stringify({ id: 'evt_1NG8Du2eZvKYlo2CUI79vXWy', type: 'invoice.paid', data: 'x'.repeat(430) })
const headers = { 'content-type': 'application/json' }

const toSend = tokens.map((token) => ({ method: 'POST' as const, path: `/r/${token}`, headers, body }))
let clients = 0

/** All clients share what the first one has built: built for each, the senders would begin a second late. */
const setUp = (client: Client) => {
  if (clients === 0) client.setRequests(toSend)
  const { requestIterator: iterator } = client
  iterator.requests = toSend
  iterator.currentRequestIndex = order === 'apart' ? Math.floor((clients * toSend.length) / connections) : 0
  iterator.currentRequest = toSend[iterator.currentRequestIndex]
  clients += 1
}

const result = await autocannon({
  url: origin,
  connections,
  duration: Number(seconds),
  ...(rate !== '' && { overallRate: Number(rate) }),
  method: 'POST',
  headers,
  body,
  setupClient: setUp,
})
const { requests, latency, errors, non2xx } = result
const answered = { perSecond: requests.average, p50Ms: latency.p50, p99Ms: latency.p99, bytes: body.length }
process.stdout.write(`${JSON.stringify({ ...answered, errors, non2xx, ok: result['2xx'] })}\n`)
