import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const today = new Date().toISOString().slice(0, 10)

/** A lender's page and sheet as they are published; the rates are made up for the tests. */
const published: Record<string, { type: string; body: string }> = {
  '/rates.html': {
    type: 'text/html; charset=utf-8',
    body: `<table id="rates"><caption>${today}</caption>
      <tr class="fixed-30"><td>6.375%</td></tr><tr class="fixed-15"><td>5.625%</td></tr></table>`,
  },
  '/sheet.json': {
    type: 'application/json',
    body: JSON.stringify({ asOf: today, arms: { ten: 6.0625, seven: '5.875', five: 'N/A' } }),
  },
}

const both = ['PURCHASE', 'REFINANCE']
const source = (url: string, key: string, file: string, more: object) => ({
  key,
  lender: 'harbor_street_savings',
  name: `Harbor Street Savings, ${key}`,
  kind: 'LENDER',
  rateType: 'NOTE_RATE',
  url: `${url}${file}`,
  licence: 'Made up for the tests.',
  schedule: '0 0 1 1 *',
  ...more,
})

const sourcesAt = (url: string) => [
  source(url, 'harbor_fixed', '/rates.html', {
    format: 'html',
    effectiveDate: { at: '#rates caption', format: 'YYYY-MM-DD' },
    rates: [
      { product: 'thirtyFix', purposes: both, at: '#rates .fixed-30 td' },
      { product: 'fifteenFix', purposes: both, at: '#rates .fixed-15 td' },
    ],
  }),
  source(url, 'harbor_arms', '/sheet.json', {
    format: 'json',
    effectiveDate: { at: '$.asOf', format: 'YYYY-MM-DD' },
    rates: [
      { product: 'tenArm', purposes: both, at: '$.arms.ten' },
      { product: 'sevenArm', purposes: both, at: '$.arms.seven' },
      { product: 'fiveArm', purposes: both, at: '$.arms.five' },
    ],
  }),
]

/** A lender on loopback with two rate sources, which the product fetches as it starts; emails go out at any time of day. */
export const startRateServer = async () => {
  const server = createServer((request, response) => {
    const found = published[request.url ?? '']
    if (found === undefined) return response.writeHead(404).end()
    return response.writeHead(200, { 'content-type': found.type }).end(found.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the rate server has no port')
  const folder = await mkdtemp(join(tmpdir(), 'knockwire-rates-'))
  const files = sourcesAt(`http://127.0.0.1:${address.port}`).map(async (declared) => {
    const file = join(folder, `${declared.key}.json`)
    await writeFile(file, JSON.stringify(declared))
    return file
  })
  return {
    environment: { RATE_SOURCES: (await Promise.all(files)).join(','), RATES_EMAIL_TIME: '00:00' },
    close: async () => {
      server.close()
      await rm(folder, { recursive: true })
    },
  }
}
