import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { RateSourceFile } from '@knockwire/domain/rates/source-file'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { createTestSandbox } from '../../testing/test-sandbox.ts'
import { readSource, type SourceReading } from './read-source.ts'
import { readSourceFile } from './source-files.ts'

const nowMs = Date.UTC(2026, 10, 22, 18)
const file = (path: string) => fileURLToPath(new URL(`../../../rate-sources/${path}`, import.meta.url))
const load = async (source: string, fixture: string) => ({
  source: await readSourceFile(file(`${source}.json`)),
  body: await readFile(file(`written-fixtures/${fixture}`), 'utf8'),
})

let sandbox: Sandbox
beforeAll(() => void (sandbox = createTestSandbox({ keepsThreads: false })))
afterAll(() => sandbox.close())

const read = (source: RateSourceFile, text: string, contentType?: string) =>
  readSource(sandbox, source, { text, contentType }, nowMs)

/** The current values, shortly. */
const currentOf = ({ days, problem }: SourceReading) => {
  expect(problem).toBeNull()
  const current = days.at(-1)
  const rates = current?.values.map(({ extraction, rate }) => [extraction.product, extraction.purposes.join(), rate])
  return { date: current?.date, rates }
}

describe('a shipped source reads its documented format:', () => {
  it('the FFIEC’s fixed table, by the columns of 30 and 15 years, with its earlier weeks', async () => {
    const { source, body } = await load('apor-fixed', 'apor-fixed.txt')
    const reading = await read(source, body)
    expect(currentOf(reading)).toEqual({
      date: '2026-11-16',
      rates: [
        ['thirtyFix', 'PURCHASE,REFINANCE', 6.21],
        ['fifteenFix', 'PURCHASE,REFINANCE', 5.71],
      ],
    })
    expect(reading.days.map(({ date }) => date)).toEqual(['2026-10-26', '2026-11-02', '2026-11-09', '2026-11-16'])
  })

  it('the FFIEC’s adjustable table, by the years to the first adjustment', async () => {
    const { source, body } = await load('apor-adjustable', 'apor-adjustable.txt')
    expect(currentOf(await read(source, body))).toEqual({
      date: '2026-11-16',
      rates: [
        ['tenArm', 'PURCHASE,REFINANCE', 6.31],
        ['sevenArm', 'PURCHASE,REFINANCE', 6.01],
        ['fiveArm', 'PURCHASE,REFINANCE', 5.81],
      ],
    })
  })

  it('Freddie Mac’s survey, for purchases alone, and of its history what a chart shows', async () => {
    const { source, body } = await load('freddie-mac-pmms', 'freddie-mac-pmms.csv')
    const reading = await read(source, body)
    expect(currentOf(reading)).toEqual({
      date: '2026-11-19',
      rates: [
        ['thirtyFix', 'PURCHASE', 6.21],
        ['fifteenFix', 'PURCHASE', 5.51],
      ],
    })
    expect(reading.days.map(({ date }) => date)).toEqual([
      '2022-11-10',
      '2026-10-22',
      '2026-10-29',
      '2026-11-05',
      '2026-11-12',
      '2026-11-19',
    ])
  })

  it('a lender’s JSON rate sheet, with bounds of the amount and an optional product', async () => {
    const { source, body } = await load('examples/json-lender', 'json-lender.json')
    expect(currentOf(await read(source, body))).toEqual({
      date: '2026-11-20',
      rates: [
        ['thirtyFix', 'PURCHASE', 6.125],
        ['thirtyFix', 'PURCHASE', 6.375],
        ['thirtyFix', 'REFINANCE', 6.25],
        ['fifteenFix', 'PURCHASE', 5.375],
        ['sevenArm', 'PURCHASE', null],
      ],
    })
  })

  it('a lender’s HTML table, where N/A is no rate', async () => {
    const { source, body } = await load('examples/html-lender', 'html-lender.html')
    expect(currentOf(await read(source, body))).toEqual({
      date: '2026-11-20',
      rates: [
        ['thirtyFix', 'PURCHASE,REFINANCE', 6.284],
        ['fifteenFix', 'PURCHASE,REFINANCE', 5.611],
        ['tenArm', 'PURCHASE', null],
        ['fiveArm', 'PURCHASE', null],
      ],
    })
  })
})

it('a source that its Content-Type alone calls XML is read as XML', async () => {
  const { source } = await load('examples/html-lender', 'html-lender.html')
  const [rate] = source.rates
  if (rate === undefined) throw new Error('The source has no rates.')
  const feed: RateSourceFile = { ...source, effectiveDate: null, rates: [{ ...rate, at: 'item > link' }] }
  const text = '<rates><item><link>6.25</link></item></rates>'
  const reading = await read(feed, text, 'application/xml; charset=utf-8')
  expect(currentOf(reading).rates).toEqual([['thirtyFix', rate.purposes.join(), 6.25]])
  expect((await read(feed, text)).problem).toBe('The source gives no rate at all.')
})

describe('a changed layout is a failure that says what is not there:', () => {
  const problemOf = async (source: string, fixture: string, change: (body: string) => string) => {
    const { source: parsed, body } = await load(source, fixture)
    expect(change(body)).not.toBe(body)
    return (await read(parsed, change(body))).problem
  }

  it.each([
    ['a column that has another name', 'pmms30,', 'rate30,', 'thirtyFix: there is nothing at pmms30.'],
    ['another name of the date’s column', 'date,', 'week,', 'There is no column "date".'],
    ['a word for a rate', '6.21,', 'six,', 'thirtyFix: "six" at pmms30 is no rate.'],
    ['two numbers in one cell', '6.21,', '6.21/6.4,', 'thirtyFix: "6.21/6.4" at pmms30 is no rate.'],
    ['only blanks', '11/19/2026,6.21,,5.51', '11/19/2026,,,', 'The source gives no rate at all.'],
  ])('a table with %s', async (_case, from, to, problem) => {
    expect(await problemOf('freddie-mac-pmms', 'freddie-mac-pmms.csv', (body) => body.replace(from, to))).toBe(problem)
  })

  it('a page instead of a table', async () => {
    expect(await problemOf('apor-fixed', 'apor-fixed.txt', () => '<!doctype html><h1>Moved</h1>')).toBe(
      'There is no column "Term of Loan in Years".',
    )
  })

  it.each([
    ['without a row', 'class="fixed-15"', '', 'fifteenFix: there is nothing at #rates tr.fixed-15 td.apr.'],
    [
      'with another date',
      'November 20, 2026',
      'today',
      '"Rates effective as of today" is no effective date at #rates caption.',
    ],
    [
      'with a date far ahead',
      'November 20, 2026',
      'November 20, 2062',
      '"Rates effective as of November 20, 2062" is no effective date at #rates caption.',
    ],
  ])('a page %s', async (_case, from, to, problem) => {
    expect(await problemOf('examples/html-lender', 'html-lender.html', (body) => body.replace(from, to))).toBe(problem)
  })

  it('a JSON document of another shape, and one that is none', async () => {
    const change = (to: string) => problemOf('examples/json-lender', 'json-lender.json', () => to)
    const absent = 'thirtyFix: there is nothing at $.products.FIXED30.purchase.conforming.'
    expect(await change('{"products":{},"effectiveDate":"2026-11-20"}')).toBe(absent)
    expect(await change('Not today')).toBe('There is no effective date at $.effectiveDate.')
  })
})

describe('a hostile source ends as a failure, and soon:', () => {
  const within = async (source: string, body: string) => {
    const parsed = await readSourceFile(file(`${source}.json`))
    const startedAt = performance.now()
    const { problem } = await read(parsed, body)
    expect(performance.now() - startedAt).toBeLessThan(60_000)
    return problem
  }

  it.each([
    ['HTML 20,000 levels deep', 'examples/html-lender', '<div>'.repeat(20_000)],
    ['JSON 100,000 levels deep', 'examples/json-lender', '['.repeat(100_000)],
    ['a table of a million rows', 'freddie-mac-pmms', `date,pmms30,pmms15\n${'11/19/2026,6,5\n'.repeat(60_000)}`],
    ['a table of 100,000 columns', 'freddie-mac-pmms', `${'date,'.repeat(15_000)}\n1`],
    ['a quote that never ends', 'freddie-mac-pmms', `date,"pmms30${'x'.repeat(500_000)}`],
    ['a single line of a megabyte', 'apor-fixed', 'x'.repeat(1_000_000)],
    ['nothing', 'apor-fixed', ''],
  ])('%s', async (_case, source, body) => {
    expect(await within(source, body)).toEqual(expect.any(String))
  })
})
