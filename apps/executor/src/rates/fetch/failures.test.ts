import { rateObservations } from '@knockwire/db/schema/rates'
import { and, eq, isNotNull } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { fixtureNowMs, metricOf, type RatePeers, testLoan as loan, useRates } from '../../testing/use-rates.ts'
const { db, startPeers, start, sourceOf, untilFetched, fetchAgain, rowsFor } = await useRates()
const dayMs = 86_400_000

describe('a source that goes wrong keeps its last good rates, and says what is wrong:', () => {
  const key = 'freddie_mac_pmms'

  /** One good reading, then another of what the test serves. */
  const goWrong = async (change: (peers: RatePeers) => void | Promise<void>, timeoutMs = 2000) => {
    const peers = await startPeers(['freddie-mac-pmms'])
    const executor = await start(peers.files, { timeoutMs })
    await untilFetched(key)
    expect((await rowsFor())[0]?.thirtyFix).toBe(6.21)
    await change(peers)
    await fetchAgain(key)
    return { peers, executor }
  }
  const change = (from: string | RegExp, to: string) => (peers: RatePeers) =>
    peers.serve('freddie-mac-pmms', (body) => body.replace(from, to))

  it.each<[string, (peers: RatePeers) => void | Promise<void>, string]>([
    ['down', (peers) => peers.on('freddie-mac-pmms', ({ response }) => void response.socket?.destroy()), 'connection'],
    [
      'answering 503',
      (peers) => peers.on('freddie-mac-pmms', ({ response }) => void response.writeHead(503).end()),
      'The source responded with 503.',
    ],
    ['silent', (peers) => peers.on('freddie-mac-pmms', () => {}), 'within'],
    [
      'a drip of bytes',
      (peers) =>
        peers.on('freddie-mac-pmms', ({ response }) => {
          const drip = setInterval(() => response.write('1'), 50)
          response.on('close', () => clearInterval(drip))
        }),
      'within',
    ],
    [
      'endless',
      (peers) => peers.on('freddie-mac-pmms', ({ response }) => void response.end('x'.repeat(3_000_000))),
      'too long',
    ],
    [
      'binary',
      (peers) => peers.on('freddie-mac-pmms', ({ response }) => void response.end(Buffer.alloc(1000))),
      'not text',
    ],
    ['of another layout', change('pmms30,', 'thirty,'), 'there is nothing at pmms30'],
    ['a page', (peers) => peers.serve('freddie-mac-pmms', () => '<html>Moved</html>'), 'There is no column "date".'],
    [
      'redirecting to where nobody may go',
      (peers) =>
        peers.on(
          'freddie-mac-pmms',
          ({ response }) => void response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
        ),
      'are blocked on this server',
    ],
  ])('%s', async (_case, makeWrong, problem) => {
    const { executor } = await goWrong(makeWrong)
    const source = await sourceOf(key)
    expect(source?.lastError).toContain(problem)
    expect(source).toMatchObject({ failures: 1, leaseToken: null })
    // It is tried again in five minutes.
    expect(source?.nextFetchAt).toEqual(new Date(fixtureNowMs + 300_000))
    expect((await rowsFor())[0]).toMatchObject({ thirtyFix: 6.21, isStale: false })
    expect((await rowsFor(loan, fixtureNowMs + 3 * dayMs))[0]).toMatchObject({ thirtyFix: 6.21, isStale: true })
    await expect
      .poll(() => metricOf(executor.registry, 'knockwire_rate_fetches_total', { source: key, outcome: 'failed' }))
      .toBe(1)
  })

  it('ever later, until it is due anyway', async () => {
    await goWrong((peers) => peers.on('freddie-mac-pmms', ({ response }) => void response.writeHead(500).end()))
    const waits: number[] = []
    for (let time = 0; time < 4; time += 1) {
      const next = (await sourceOf(key))?.nextFetchAt.getTime() ?? 0
      waits.push((next - fixtureNowMs) / 60_000)
      await fetchAgain(key)
    }
    expect(waits).toEqual([5, 15, 45, 135])
    expect(await sourceOf(key)).toMatchObject({ failures: 5 })
  })

  it.each([
    ['above 25 %', '61.2', '61.2 % is not between 0 and 25 %.'],
    ['below 0 %', '-6.2', '-6.2 % is not between 0 and 25 %.'],
    ['moved by more than 2 points', '8.22', 'It moved by 2.01 points, from 6.21 to 8.22 %.'],
  ])('a rate %s goes into quarantine, is not shown, and the others are', async (_case, rate, reason) => {
    const { executor } = await goWrong(change('11/19/2026,6.21,,5.51', `11/19/2026,${rate},,5.5`))
    expect((await rowsFor())[0]).toMatchObject({ thirtyFix: 6.21, fifteenFix: 5.5 })
    expect((await sourceOf(key))?.lastError).toBe(`1 in quarantine, such as thirtyFix, PURCHASE: ${reason}`)
    const kept = await db
      .select({ rate: rateObservations.rate, reason: rateObservations.quarantineReason })
      .from(rateObservations)
      .where(and(eq(rateObservations.sourceKey, key), isNotNull(rateObservations.quarantineReason)))
    expect(kept).toEqual([{ rate: Number(rate), reason }])
    await expect.poll(() => metricOf(executor.registry, 'knockwire_rates_quarantined_total', { source: key })).toBe(1)
    // What is shown was not read again, so it grows stale.
    const [row] = await rowsFor(loan, fixtureNowMs + 3 * dayMs)
    expect(row?.origins.thirtyFix?.isStale).toBe(true)
  })

  it('a move that stays is believed once two points a day allow it', async () => {
    const { executor } = await goWrong(change('11/19/2026,6.21', '11/19/2026,9.21'))
    expect((await rowsFor())[0]?.thirtyFix).toBe(6.21)
    executor.clock.nowMs += 2 * dayMs
    await fetchAgain(key)
    expect((await rowsFor())[0]?.thirtyFix).toBe(9.21)
  })

  it('a row that stands there twice counts once, by its last word', async () => {
    const peers = await startPeers(['freddie-mac-pmms'])
    await change('11/12/2026,6.23,', '11/12/2026,6.23,,5.52,,,,,\n11/12/2026,6.01,')(peers)
    const executor = await start(peers.files)
    await untilFetched(key)
    expect(await sourceOf(key)).toMatchObject({ failures: 0, lastError: null, leaseToken: null })
    const ofDay = and(
      eq(rateObservations.sourceKey, key),
      eq(rateObservations.effectiveDate, '2026-11-12'),
      eq(rateObservations.product, 'thirtyFix'),
    )
    const kept = await db.select({ rate: rateObservations.rate }).from(rateObservations).where(ofDay)
    expect([kept, executor.errors]).toEqual([[{ rate: 6.01 }], []])
  })

  it('[MR-16] a rate that is missing is null from then on', async () => {
    await goWrong(change('11/19/2026,6.21', '11/19/2026,'))
    expect((await rowsFor())[0]).toMatchObject({ thirtyFix: null, fifteenFix: 5.51 })
    expect((await sourceOf(key))?.lastError).toBeNull()
  })

  it('a value with a character that no text column holds', async () => {
    const peers = await startPeers(['examples/json-lender'])
    const executor = await start(peers.files)
    const lender = 'example_json_lender'
    await untilFetched(lender)
    await peers.serve('examples/json-lender', (body) => body.replace('6.125', String.raw`"6\u0000"`))
    await fetchAgain(lender)
    expect(await sourceOf(lender)).toMatchObject({ failures: 1, leaseToken: null })
    expect((await sourceOf(lender))?.lastError).toContain('is no rate')
    expect(executor.errors).toEqual([])
  })
})
