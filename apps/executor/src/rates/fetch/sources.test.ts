import { rateObservations, rateSources } from '@knockwire/db/schema/rates'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { fixtureNowMs, useRates } from '../../testing/use-rates.ts'
import { leaseNow } from './lease.ts'
import { refreshSource } from './fetch-source.ts'
import { readSourceFiles } from './source-files.ts'

const { db, startPeers, start, sourceOf, untilFetched, fetchAgain, rowsFor } = await useRates()
const dayMs = 86_400_000
const all = [
  'apor-fixed',
  'apor-adjustable',
  'freddie-mac-pmms',
  'examples/json-lender',
  'examples/html-lender',
] as const

describe('rate sources that serve their documented formats', () => {
  it('[MR-09, MR-13] are fetched, read, stored and answered, each with its source', async () => {
    const { files, target } = await startPeers(all)
    await start(files)
    await expect.poll(async () => (await rowsFor()).length).toBe(4)
    const rows = await rowsFor()
    expect(
      rows.map(({ id, thirtyFix, fifteenFix, tenArm, sevenArm, fiveArm, effectiveDate }) => [
        id,
        thirtyFix,
        fifteenFix,
        tenArm,
        sevenArm,
        fiveArm,
        effectiveDate,
      ]),
    ).toEqual([
      ['example_html_lender', 6.284, 5.611, null, null, null, '2026-11-20'],
      ['example_json_lender', 6.125, 5.375, null, null, null, '2026-11-20'],
      ['average_prime_offer_rate', 6.21, 5.71, 6.31, 6.01, 5.81, '2026-11-16'],
      ['freddie_mac_survey', 6.21, 5.51, null, null, null, '2026-11-19'],
    ])
    expect(rows[2]?.origins.thirtyFix).toEqual({
      sourceKey: 'apor_fixed',
      sourceName: 'FFIEC average prime offer rates, fixed',
      sourceUrl: `${target.origin}/apor-fixed.txt`,
      rateType: 'APR',
      effectiveDate: '2026-11-16',
      fetchedAt: new Date(fixtureNowMs).toISOString(),
      isStale: false,
    })
    expect(rows.map(({ isBenchmark, isStale }) => [isBenchmark, isStale])).toEqual([
      [false, false],
      [false, false],
      [true, false],
      [true, false],
    ])
    const refinance = await rowsFor({ loanAmount: 300_000, loanPurpose: 'REFINANCE' })
    expect(refinance.map(({ id, thirtyFix }) => [id, thirtyFix])).toEqual([
      ['example_html_lender', 6.284],
      ['example_json_lender', 6.25],
      ['average_prime_offer_rate', 6.21],
    ])
    const jumbo = await rowsFor({ loanAmount: 900_000, loanPurpose: 'PURCHASE' })
    expect(jumbo.find(({ id }) => id === 'example_json_lender')).toMatchObject({ thirtyFix: 6.375, fifteenFix: null })
  })

  it('bring the history that their tables have, and each day adds to it', async () => {
    const peers = await startPeers(['freddie-mac-pmms'])
    const { clock } = await start(peers.files)
    await untilFetched('freddie_mac_pmms')
    const thirty = async () =>
      (
        await db
          .select({ date: rateObservations.effectiveDate, rate: rateObservations.rate })
          .from(rateObservations)
          .where(eq(rateObservations.product, 'thirtyFix'))
          .orderBy(rateObservations.effectiveDate)
      ).map(({ date, rate }) => `${date} ${rate}`)
    const before = ['2022-11-10 7.08', '2026-10-22 6.29', '2026-10-29 6.27', '2026-11-05 6.25', '2026-11-12 6.23']
    expect(await thirty()).toEqual([...before, '2026-11-19 6.21'])
    await fetchAgain('freddie_mac_pmms')
    expect(await thirty()).toEqual([...before, '2026-11-19 6.21'])
    // A week later: a new row, and a correction of the last.
    await peers.serve('freddie-mac-pmms', (body) => `${body.replace(',6.21,', ',6.22,')}11/26/2026,6.15,,5.4,,,,,\n`)
    clock.nowMs += 7 * dayMs
    await fetchAgain('freddie_mac_pmms')
    expect(await thirty()).toEqual([...before, '2026-11-19 6.22', '2026-11-26 6.15'])
  })
})

describe('a source', () => {
  it('is fetched by one of three executors, once each time it is due', async () => {
    const peers = await startPeers(['apor-fixed', 'freddie-mac-pmms'])
    await Promise.all([start(peers.files), start(peers.files), start(peers.files)])
    await untilFetched('apor_fixed')
    await untilFetched('freddie_mac_pmms')
    await fetchAgain('apor_fixed')
    expect(peers.target.callsOf('/apor-fixed.txt')).toHaveLength(2)
    expect(peers.target.callsOf('/freddie-mac-pmms.csv')).toHaveLength(1)
    const { nextFetchAt, staleAt } = (await sourceOf('apor_fixed')) ?? {}
    // Its schedule is 17:10 of each day, and it is stale a day later.
    expect(nextFetchAt).toEqual(new Date('2026-11-21T17:10:00Z'))
    expect(staleAt).toEqual(new Date('2026-11-22T17:10:00Z'))
  })

  it('whose executor died while it fetched is taken over', async () => {
    const peers = await startPeers(['freddie-mac-pmms'])
    peers.on('freddie-mac-pmms', () => {})
    await start(peers.files, { timeoutMs: 25_000 })
    await expect.poll(() => peers.target.calls.length).toBe(1)
    await peers.serve('freddie-mac-pmms')
    // As its lease would expire after minutes.
    await db.update(rateSources).set({ leasedUntil: new Date(0) })
    await start(peers.files)
    await untilFetched('freddie_mac_pmms')
    expect((await rowsFor())[0]?.thirtyFix).toBe(6.21)
  })

  it('that was taken over keeps what the second executor read: the first one’s late result is thrown away', async () => {
    const peers = await startPeers(['freddie-mac-pmms'])
    const [source] = await readSourceFiles(peers.files)
    const { context } = await start(peers.files, { nowMs: fixtureNowMs - dayMs })
    await untilFetched('freddie_mac_pmms')
    if (source === undefined) throw new Error('There is no source.')
    const tools = { ...context, db, now: () => fixtureNowMs }
    const first = await leaseNow(db, source.key)
    await db.update(rateSources).set({ leasedUntil: new Date(0) })
    const second = await leaseNow(db, source.key)
    if (first === null || second === null) throw new Error('There is no lease.')
    await peers.serve('freddie-mac-pmms', (body) => body.replace('11/19/2026,6.21', '11/19/2026,6.11'))
    expect(await refreshSource(tools, source, second)).toMatchObject({ kind: 'read', accepted: 2 })
    await peers.serve('freddie-mac-pmms', (body) => body.replace('11/19/2026,6.21', '11/19/2026,6.01'))
    expect(await refreshSource(tools, source, first)).toEqual({ kind: 'released' })
    expect((await rowsFor())[0]?.thirtyFix).toBe(6.11)
    peers.on('freddie-mac-pmms', ({ response }) => void response.writeHead(503).end())
    expect(await refreshSource(tools, source, first)).toEqual({ kind: 'released' })
    expect(await sourceOf(source.key)).toMatchObject({ lastError: null, failures: 0 })
  })

  it('that is fetched while its executor stops is left to the next', async () => {
    const peers = await startPeers(['freddie-mac-pmms'])
    peers.on('freddie-mac-pmms', () => {})
    const first = await start(peers.files, { timeoutMs: 25_000 })
    await expect.poll(() => peers.target.calls.length).toBe(1)
    await first.stop()
    expect(await sourceOf('freddie_mac_pmms')).toMatchObject({ leaseToken: null, lastFetchedAt: null, failures: 0 })
    await peers.serve('freddie-mac-pmms')
    await start(peers.files)
    await untilFetched('freddie_mac_pmms')
  })

  it('that is declared no more is not shown, and comes back with its history', async () => {
    const peers = await startPeers(['apor-fixed', 'freddie-mac-pmms'])
    const first = await start(peers.files)
    await untilFetched('apor_fixed')
    await untilFetched('freddie_mac_pmms')
    await first.stop()
    const second = await start([peers.fileOf('apor-fixed')])
    expect((await rowsFor()).map(({ id }) => id)).toEqual(['average_prime_offer_rate'])
    expect(await db.$count(rateObservations, eq(rateObservations.sourceKey, 'freddie_mac_pmms'))).toBeGreaterThan(5)
    await second.stop()
    await start([])
    expect(await rowsFor()).toEqual([])
  })
})
