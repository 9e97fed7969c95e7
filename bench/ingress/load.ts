import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'

/** Senders of 500-byte JSON, each over all of the receivers in an order of its own; prints what came back. */
const [origin = '', tokensFile = '', seconds = '5', rate = ''] = process.argv.slice(2)
const tokens: string[] = JSON.parse(readFileSync(tokensFile, 'utf8'))
const connections = 64
const body = JSON.stringify({ id: 'evt_1NG8Du2eZvKYlo2CUI79vXWy', type: 'invoice.paid', data: 'x'.repeat(430) })
const headers = { 'content-type': 'application/json' }

let clients = 0
const requestsFrom = (start: number) =>
  Array.from({ length: 1000 }, (_, index) => {
    const token = tokens[(start + index) % tokens.length] ?? ''
    return { method: 'POST' as const, path: `/r/${token}`, headers, body }
  })

const result = await autocannon({
  url: origin,
  connections,
  duration: Number(seconds),
  ...(rate !== '' && { overallRate: Number(rate) }),
  method: 'POST',
  headers,
  body,
  setupClient: (client) => {
    clients += 1
    client.setRequests(requestsFrom(Math.floor((clients * tokens.length) / connections)))
  },
})
const { requests, latency, errors, non2xx } = result
const answered = { perSecond: requests.average, p50Ms: latency.p50, p99Ms: latency.p99, bytes: body.length }
process.stdout.write(`${JSON.stringify({ ...answered, errors, non2xx, ok: result['2xx'] })}\n`)
