import type { SeriesBucket, SeriesPoint, SeriesView } from '@knockwire/domain/series/series'
import { describe, expect, it } from 'vitest'
import { chartedBy, chartQueryOf, firstRange, withChart } from './chart-address.ts'
import { chartLabel, describePoint, figuresOf, formatterOf, omissionsOf } from './chart-labels.ts'
import { chartOf, hasOnlyNumericBodies, legendOf, pointOf } from './chart-series.ts'

const hourMs = 3_600_000
const from = Date.UTC(2026, 10, 22, 0)
const bucket = (hour: number, changes: Partial<SeriesBucket> = {}): SeriesBucket => ({
  at: new Date(from + hour * hourMs).toISOString(),
  runs: 0,
  inconclusive: 0,
  failures: 0,
  httpErrors: 0,
  medianMs: null,
  p95Ms: null,
  gap: null,
  ...changes,
})
const ran = (hour: number, changes: Partial<SeriesBucket> = {}) =>
  bucket(hour, { runs: 60, medianMs: 40, p95Ms: 90, ...changes })
const point = (hour: number, changes: Partial<SeriesPoint> = {}): SeriesPoint => ({
  executionId: `01900000-0000-7000-8000-00000000000${hour}`,
  at: new Date(from + hour * hourMs + 1000).toISOString(),
  status: 'SUCCEEDED',
  isInconclusive: false,
  statusCode: 200,
  trigger: 'SCHEDULE',
  value: 40,
  ...changes,
})
const seriesOf = (
  buckets: SeriesBucket[],
  results: SeriesPoint[],
  changes: Partial<Omit<SeriesView, 'points'>> & { kind?: SeriesView['points']['kind'] } = {},
): SeriesView => {
  const { kind = 'EVERY_RUN', ...rest } = changes
  const sum = (of: (each: SeriesBucket) => number) => buckets.reduce((total, each) => total + of(each), 0)
  return {
    range: '24h',
    from: new Date(from).toISOString(),
    to: new Date(from + buckets.length * hourMs).toISOString(),
    bucketSeconds: 3600,
    runs: sum(({ runs }) => runs),
    inconclusive: sum(({ inconclusive }) => inconclusive),
    failures: sum(({ failures }) => failures),
    httpErrors: sum(({ httpErrors }) => httpErrors),
    medianMs: 40,
    p95Ms: 90,
    uptimePercent: 99.5,
    timeErrorPercent: 2.5,
    buckets,
    source: 'response_time',
    property: '',
    propertyProblem: null,
    points: { kind, results, unread: 0 },
    ...rest,
  }
}
const nowMs = from + 5 * hourMs

describe('inconclusive runs', () => {
  const outage = [ran(0), bucket(1, { inconclusive: 60 }), bucket(2, { inconclusive: 60 }), ran(3)]

  it('are their own gap, and none of the figures of the others', () => {
    const series = seriesOf(outage, [point(0), point(3)])
    const chart = chartOf(series, nowMs, [])
    expect(chart.gaps).toEqual([{ from: from + hourMs, to: from + 3 * hourMs, kind: 'pause', label: 'Inconclusive' }])
    expect(legendOf(chart)).toContain('inconclusive')
    expect(figuresOf(series).at(-1)).toEqual({ name: 'Inconclusive', value: '120' })
    expect(figuresOf(seriesOf([bucket(0, { inconclusive: 1 })], []))).toEqual([{ name: 'Inconclusive', value: '1' }])
  })

  it('are not drawn as failures', () => {
    const run = point(1, { status: 'FAILED', isInconclusive: true, statusCode: null, value: null })
    const series = seriesOf([bucket(0), bucket(1, { inconclusive: 1 })], [run])
    const chart = chartOf(series, nowMs, [])
    const [drawn] = chart.points
    expect(drawn?.tone).toBe('ok')
    expect(drawn && describePoint(drawn, series, { ...chart, timeZone: null }).title).toBe('Inconclusive')
  })
})

describe('a chart', () => {
  it('[TH-02] plots every run where there are few, failures without a value', () => {
    const results = [
      point(0),
      point(1, { status: 'FAILED', statusCode: null, value: null }),
      point(2, { statusCode: 503 }),
    ]
    const one = { runs: 1 }
    const chart = chartOf(seriesOf([ran(0, one), ran(1, one), ran(2, one)], results), nowMs, [])
    expect(chart.isByRun).toBe(true)
    expect(chart.points.map(({ value, tone }) => [value, tone])).toEqual([
      [40, 'ok'],
      [null, 'bad'],
      [40, 'warn'],
    ])
    expect(chart.points.map(({ runId }) => runId)).toEqual(results.map(({ executionId }) => executionId))
  })

  it('says of a point that failed from when to when it failed, and since when where it still does', () => {
    const results = [point(0), point(1, { statusCode: 503 }), point(2, { statusCode: 503 }), point(3)]
    const lastLineOf = (runs: typeof results, index: number) => {
      const series = seriesOf([], runs)
      const chart = chartOf(series, nowMs, [])
      const drawn = chart.points[index]
      return drawn && describePoint(drawn, series, { ...chart, timeZone: null }).lines.at(-1)
    }
    const ofDay = /^Failing \d+:\d\d\D{0,3} to \d+:\d\d\D{0,3}, 2 h$/
    expect([lastLineOf(results, 1), lastLineOf(results, 2)]).toEqual([
      expect.stringMatching(ofDay),
      expect.stringMatching(ofDay),
    ])
    expect(lastLineOf(results, 0)).toBe('Status code 200')
    expect(lastLineOf(results.slice(0, 3), 2)).toMatch(/^Failing since \d+:\d\d\D{0,3}$/)
  })

  it('plots the median and 95th percentile of stretches of time where there are many runs, each leading to its last run', () => {
    const series = seriesOf([ran(0), ran(1, { failures: 2 }), bucket(2), ran(3)], [point(0), point(1)], {
      kind: 'LAST_OF_EACH_BUCKET',
    })
    const chart = chartOf(series, nowMs, [])
    expect(chart.isByRun).toBe(false)
    expect(chart.points.map(({ value, upper, tone, runId }) => [value, upper, tone, runId])).toEqual([
      [40, 90, 'ok', point(0).executionId],
      [40, 90, 'bad', point(1).executionId],
      [40, 90, 'ok', null],
    ])
    expect(chartLabel(series, chart)).toBe('Response Time of 180 executions: median and 95th percentile')
    const [, failing] = chart.points
    expect(failing && describePoint(failing, series, { ...chart, timeZone: null })).toMatchObject({
      title: 'Median 40 ms',
      lines: ['95th percentile 90 ms', '60 executions, 2 failed', expect.any(String), expect.any(String)],
    })
  })

  it('shades neighbouring gaps as one, and joins no line over them, but over times in which nothing was due', () => {
    const buckets = [ran(0), bucket(1, { gap: 'MISSED' }), bucket(2, { gap: 'MISSED' }), ran(3), bucket(4), ran(5)]
    const chart = chartOf(seriesOf(buckets, []), from + 6 * hourMs, [])
    expect(chart.gaps).toEqual([{ from: from + hourMs, to: from + 3 * hourMs, kind: 'lack', label: 'Missed' }])
    expect(chart.points.map(({ isAfterGap }) => isAfterGap)).toEqual([false, true, false])
  })

  it('draws the time in which the task was disabled apart from missed runs, and says in its legend what it draws', () => {
    const buckets = [ran(0), bucket(1, { gap: 'MISSED' }), bucket(2, { gap: 'DISABLED' }), ran(3, { failures: 1 })]
    const chart = chartOf(seriesOf(buckets, []), nowMs, [])
    expect(chart.gaps.map(({ kind, label }) => [kind, label])).toEqual([
      ['lack', 'Missed'],
      ['pause', 'Disabled'],
    ])
    expect(legendOf(chart)).toEqual(['median', 'p95', 'bad', 'lack', 'pause'])
    const one = ran(0, { runs: 1, httpErrors: 1 })
    expect(legendOf(chartOf(seriesOf([one], [point(0, { statusCode: 503 })]), nowMs, []))).toEqual(['warn'])
  })

  it('has the whole range on its axis, however little of it had runs', () => {
    const dayMs = 24 * hourMs
    const young = chartOf(seriesOf([bucket(0), bucket(1), ran(2, { runs: 1 })], [point(2)]), nowMs, [])
    expect([young.to, young.to - young.from]).toEqual([from + 3 * hourMs, dayMs])
  })

  it('of a page has all of its executions on its axis, with room at both ends, and one alone in the middle of a minute', () => {
    const [first, last] = [point(0), point(4)]
    const page = { range: 'page', from: first.at, to: last.at } as const
    const chart = chartOf(seriesOf([], [first, last], page), nowMs, [])
    expect(chart.from).toBeLessThan(Date.parse(first.at))
    expect(chart.to).toBeGreaterThan(Date.parse(last.at))
    expect(chart.points.map(({ runId, isListed }) => [runId, isListed])).toEqual([
      [first.executionId, false],
      [last.executionId, false],
    ])
    const alone = chartOf(seriesOf([], [first], { ...page, to: first.at }), nowMs, [])
    expect([alone.from, alone.to]).toEqual([Date.parse(first.at) - 30_000, Date.parse(first.at) + 30_000])
  })

  it('marks the executions of the page, or the stretches of time that they are in', () => {
    const listed = { id: point(1).executionId, at: point(1).at, status: 'SUCCEEDED' }
    const few = seriesOf([ran(0, { runs: 1 }), ran(1, { runs: 1 })], [point(0), point(1)])
    const byRun = chartOf(few, nowMs, [listed])
    expect(byRun.points.map(({ isListed }) => isListed)).toEqual([false, true])
    expect(legendOf(byRun)).toEqual(['page'])
    expect(pointOf(byRun, few, listed.id, [listed])).toBe(listed.id)
    const many = seriesOf([ran(0), ran(1)], [point(0), point(1)], { kind: 'LAST_OF_EACH_BUCKET' })
    const byBucket = chartOf(many, nowMs, [{ ...listed, id: 'another' }])
    expect(byBucket.points.map(({ isListed }) => isListed)).toEqual([false, true])
    expect(pointOf(byBucket, many, 'another', [{ ...listed, id: 'another' }])).toBe(many.buckets[1]?.at)
  })

  it('bands the time from the first run that failed to the next that did not, or to now', () => {
    const results = [
      point(0),
      point(1, { statusCode: 503 }),
      point(2, { status: 'FAILED', statusCode: null, value: null }),
      point(3),
      point(4, { statusCode: 500 }),
    ]
    const one = { runs: 1 }
    const series = seriesOf(
      [0, 1, 2, 3, 4].map((hour) => ran(hour, one)),
      results,
    )
    expect(chartOf(series, nowMs, []).bands).toEqual([
      { from: Date.parse(point(1).at), to: Date.parse(point(3).at), tone: 'bad' },
      { from: Date.parse(point(4).at), to: nowMs, tone: 'warn' },
    ])
  })

  it('bands stretches of time in which at least half of the runs failed, neighbours as one', () => {
    const buckets = [ran(0, { failures: 1 }), ran(1, { httpErrors: 30 }), ran(2, { failures: 60 }), ran(3)]
    const series = seriesOf(buckets, [], { kind: 'LAST_OF_EACH_BUCKET' })
    expect(chartOf(series, nowMs, []).bands).toEqual([{ from: from + hourMs, to: from + 3 * hourMs, tone: 'bad' }])
  })

  it('says the figures of what it plots, and none where nothing ran', () => {
    const said = (series: SeriesView) =>
      figuresOf(series).map(({ name, value }) => (name === null ? value : `${name} ${value}`))
    const buckets = [ran(0, { failures: 1, httpErrors: 2 })]
    expect(said(seriesOf(buckets, [], { range: '7d' }))).toEqual([
      'Median 40 ms',
      '95th percentile 90 ms',
      'Uptime 99.5%',
      '60 executions (1 failed, 2 HTTP errors)',
    ])
    // The status block above has those of a day.
    expect(said(seriesOf(buckets, []))).toEqual(['60 executions (1 failed, 2 HTTP errors)'])
    const bodies = { source: 'response_body_json', property: 'n' } as const
    expect(
      said(seriesOf(buckets, [point(0, { value: 7 }), point(1, { value: 3 }), point(2, { value: 5 })], bodies)),
    ).toEqual(['Last 5', 'Lowest 3', 'Highest 7', '60 executions (1 failed, 2 HTTP errors)'])
    expect(said(seriesOf(buckets, [point(0)], { source: 'response_code', range: 'page' }))).toEqual([
      '60 executions (1 failed, 2 HTTP errors)',
    ])
    expect(said(seriesOf([bucket(0)], []))).toEqual([])
  })

  it('says how many of its points are tests, which do not count as runs', () => {
    const one = { runs: 1 }
    const tests = [point(1, { trigger: 'TEST' }), point(2, { trigger: 'TEST' })]
    const runsOf = (results: SeriesPoint[]) => figuresOf(seriesOf([ran(0, one)], results)).at(-1)?.value
    expect(runsOf([point(0)])).toBe('1 execution')
    expect(runsOf([point(0), ...tests.slice(1)])).toBe('1 execution + 1 test')
    expect(runsOf([point(0), ...tests])).toBe('1 execution + 2 tests')
    expect(figuresOf(seriesOf([], tests)).at(-1)?.value).toBe('2 tests')
    expect(figuresOf(seriesOf([ran(0)], tests, { kind: 'LAST_OF_EACH_BUCKET' })).at(-1)?.value).toBe('60 executions')
  })

  it('says which runs of its range are not plotted: those that the history no longer keeps, and bodies that are not read', () => {
    const bodies = { source: 'response_body_json', property: 'n' } as const
    const omitted = (series: SeriesView) => omissionsOf(series, chartOf(series, nowMs, []))
    expect(omitted(seriesOf([ran(0), ran(1)], [point(0), point(1)], bodies))).toBeNull()
    expect(omitted(seriesOf([ran(0), ran(1)], [point(1)], bodies))).toMatch(
      /^Single executions are stored from Nov 22, 2026, .+ on. Earlier ones are not plotted\.$/,
    )
    const series = seriesOf([ran(0)], [point(0)], bodies)
    expect(omitted({ ...series, points: { ...series.points, unread: 2 } })).toBe(
      '2 responses are not plotted, because these bodies are too large to read all at once.',
    )
    expect(omitted(seriesOf([ran(0), ran(1)], [point(1)]))).toBeNull()
  })

  it('gives values without a unit but response times', () => {
    expect(formatterOf('response_body_json')(10.5)).toBe('10.5')
    expect([2.44, 143, 2310].map(formatterOf('response_time'))).toEqual(['2.4 ms', '143 ms', '2.31 s'])
  })
})

describe('[TH-10] Response Body (Text)', () => {
  const plotted = (...results: SeriesPoint[]) => hasOnlyNumericBodies(seriesOf([], results))

  it('is plotted where every body is a number; runs without a response do not count', () => {
    expect(plotted(point(0), point(1, { status: 'FAILED', value: null }))).toBe(true)
    expect(plotted(point(0), point(1, { value: null }))).toBe(false)
  })
})

describe('the address of a chart', () => {
  const parse = (query: string) => chartedBy(new URLSearchParams(query))

  it('names range, source and property, and what it does not name is the response time of a range that the chart chooses', () => {
    expect(parse('')).toEqual({ range: undefined, source: 'response_time', property: '' })
    expect(parse('range=7d&source=json&property=$.a.b')).toEqual({
      range: '7d',
      source: 'response_body_json',
      property: '$.a.b',
    })
    expect(parse('range=page').range).toBe('page')
    expect(parse('range=2d&source=body&property=x')).toEqual({
      range: undefined,
      source: 'response_time',
      property: '',
    })
  })

  it('keeps what else is in it, and loses what is the default', () => {
    const search = new URLSearchParams('page=3&range=7d&source=json&property=a')
    expect(withChart(search, { property: '$.b' }).toString()).toBe('range=7d&source=json&property=%24.b&page=3')
    expect(withChart(search, { source: 'response_code' }).toString()).toBe('range=7d&source=code&page=3')
    expect(withChart(search, { range: '24h', source: 'response_time' }).toString()).toBe('range=24h&page=3')
    expect(chartQueryOf(search)).toBe('range=7d&source=json&property=a')
    expect(chartQueryOf(new URLSearchParams('page=3'))).toBe('')
  })
})

it('a chart begins with the smallest range that holds a young task’s runs', () => {
  const task = { isWholeHistory: false, createdMs: nowMs - 59 * 60_000, nowMs }
  expect(firstRange({ ...task, isWholeHistory: true })).toBe('page')
  expect(firstRange(task)).toBe('1h')
  expect(firstRange({ ...task, createdMs: nowMs - 2 * hourMs })).toBe('24h')
})
