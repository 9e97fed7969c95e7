import { readFileSync } from 'node:fs'
import autocannon, { type Client } from 'autocannon'

/** As `load.lua` does, senders of one receiver after another, but at a steady rate; prints what came back. */
const [origin = '', tokensFile = '', seconds = '', connections = '', rate = ''] = process.argv.slice(2)
const tokens = readFileSync(tokensFile, 'utf8').split('\n')
const body = JSON.stringify({ id: 'evt_1NG8Du2eZvKYlo2CUI79vXWy', type: 'invoice.paid', data: 'x'.repeat(430) })
const headers = { 'content-type': 'application/json' }

const toSend = tokens.map((token) => ({ method: 'POST' as const, path: `/r/${token}`, headers, body }))
let clients = 0

/** All clients share what the first one has built: built for each, the senders would begin a second late. */
const setUp = (client: Client) => {
  if (clients === 0) client.setRequests(toSend)
  const { requestIterator: iterator } = client
  iterator.requests = toSend
  iterator.currentRequestIndex = 0
  iterator.currentRequest = toSend[0]
  clients += 1
}

const result = await autocannon({
  url: origin,
  connections: Number(connections),
  duration: Number(seconds),
  overallRate: Number(rate),
  method: 'POST',
  headers,
  body,
  setupClient: setUp,
})
const { requests, latency, errors } = result
const answered = { perSecond: requests.average, p50Ms: latency.p50, p99Ms: latency.p99 }
process.stdout.write(`${JSON.stringify({ ...answered, errors, rejected: result.non2xx, ok: result['2xx'] })}\n`)
