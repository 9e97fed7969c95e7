import { executionRollups } from '@knockwire/db/schema/executions'
import { schedulePauses } from '@knockwire/db/schema/tasks'
import type { SeriesView } from '@knockwire/domain/series/series'
import { binOf } from '@knockwire/domain/series/time-bins'
import { and, eq, gte, lt, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertRun } from '../../testing/rows/insert-run.ts'
import { get, makeTask, post, remove } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { selectRollups } from './queries.ts'

let test: TestApp
let ada: TestUser
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
})
afterAll(() => test.close())

const minute = 60_000
const day = 24 * 60 * minute

/** A task of one run a minute. */
const newTask = async () => (await makeTask(ada, { scheduler: { intervalSecond: 60 } })).id

type Outcome = NonNullable<Parameters<typeof insertRun>[2]>
const json = (body: string) => ({
  responseHeaders: [['content-type', 'application/json'] as [string, string]],
  responseBody: Buffer.from(body),
})
const answered = (body = '', changes: Outcome = {}): Outcome => ({
  status: 'SUCCEEDED',
  statusCode: 200,
  responseTimeMs: 40,
  details: json(body),
  ...changes,
})
const insert = (taskId: string, outcome: Outcome) => {
  const startedAt = new Date(test.clock.now() + 1000)
  return insertRun(test, { taskId, accountId: ada.accountId }, { startedAt, ...outcome })
}
const seriesOf = async (taskId: string, query = ''): Promise<SeriesView> => {
  const response = await get(ada, `/tasks/${taskId}/series?${query}`)
  expect([response.statusCode, response.statusCode === 200 ? '' : response.body]).toEqual([200, ''])
  return response.json()
}
const valuesOf = ({ points }: SeriesView) => points.results.map(({ value }) => value)

/** Counts of every quarter of an hour of the last days, as the executor keeps them. */
const keepCounts = async (
  taskId: string,
  days: number,
  changes: Partial<typeof executionRollups.$inferInsert> = {},
) => {
  const quarterMs = 15 * minute
  const lastMs = Math.floor(test.clock.now() / quarterMs) * quarterMs
  const rows = Array.from({ length: days * 96 }, (_, index) => ({
    taskId,
    bucketAt: new Date(lastMs - index * quarterMs),
    runs: 15,
    failures: 0,
    httpErrors: 0,
    times: new Uint8Array(15).fill(binOf(100)),
    ...changes,
  }))
  for (let from = 0; from < rows.length; from += 1000)
    await test.db.insert(executionRollups).values(rows.slice(from, from + 1000))
}

describe('an hour', () => {
  it('is counted from the executions, tests left out, and plots every run', async () => {
    const taskId = await newTask()
    const ids = [
      await insert(taskId, answered('', { responseTimeMs: 10 })),
      await insert(taskId, answered('', { statusCode: 503, responseTimeMs: 20 })),
      await insert(taskId, { status: 'FAILED', errorCode: 'TIMEOUT', responseTimeMs: 30_000 }),
      await insert(taskId, answered('', { trigger: 'TEST' })),
    ]
    await insert(taskId, { status: 'RUNNING' })
    const series = await seriesOf(taskId, 'range=1h')
    expect(series).toMatchObject({ range: '1h', bucketSeconds: 60, runs: 3, failures: 1, httpErrors: 1 })
    expect(series.uptimePercent).toBe(33.33)
    expect(series).toMatchObject({ medianMs: 15, p95Ms: 20 })
    expect(series.buckets).toHaveLength(60)
    expect(series.points).toMatchObject({
      kind: 'EVERY_RUN',
      unread: 0,
      results: [
        { executionId: ids[0], status: 'SUCCEEDED', trigger: 'SCHEDULE', value: 10 },
        { executionId: ids[1], statusCode: 503, value: 20 },
        { executionId: ids[2], status: 'FAILED', statusCode: null, value: null },
        { executionId: ids[3], trigger: 'TEST', value: 40 },
      ],
    })
  })

  it('without a run has no figures, no points and no gaps', async () => {
    const series = await seriesOf(await newTask(), 'range=1h')
    expect(series).toMatchObject({ runs: 0, uptimePercent: null, medianMs: null, p95Ms: null })
    expect(series.points.results).toEqual([])
    expect(series.buckets.every(({ gap }) => gap === null)).toBe(true)
  })
})

describe('the executions of a page', () => {
  it('[TH-02] are exactly those that were named, as far as they are the task’s and have ended', async () => {
    const [taskId, otherId] = [await newTask(), await newTask()]
    const ids = [
      await insert(taskId, answered('', { responseTimeMs: 10 })),
      await insert(taskId, answered('', { statusCode: 503, responseTimeMs: 20 })),
      await insert(taskId, answered('', { trigger: 'TEST', responseTimeMs: 30 })),
    ]
    await insert(taskId, answered())
    const running = await insert(taskId, { status: 'RUNNING' })
    const foreign = await insert(otherId, answered())
    const series = await seriesOf(taskId, `executions=${[...ids, running, foreign].join(',')}`)
    expect(series).toMatchObject({
      range: 'page',
      buckets: [],
      runs: 2,
      httpErrors: 1,
      uptimePercent: 50,
      medianMs: 15,
    })
    expect(series.points.results.map(({ executionId, value }) => [executionId, value])).toEqual([
      [ids[0], 10],
      [ids[1], 20],
      [ids[2], 30],
    ])
    expect([series.from, series.to]).toEqual([series.points.results[0]?.at, series.points.results[2]?.at])
  })

  it('without one that has ended are none, and ids that are none are refused', async () => {
    const taskId = await newTask()
    const running = await insert(taskId, { status: 'RUNNING' })
    expect(await seriesOf(taskId, `executions=${running}`)).toMatchObject({ runs: 0, points: { results: [] } })
    expect((await get(ada, `/tasks/${taskId}/series?executions=x`)).statusCode).toBe(400)
  })
})

describe('longer ranges', () => {
  it('of few runs have exact figures as an hour has', async () => {
    const taskId = await newTask()
    for (const responseTimeMs of [101, 57, 40]) await insert(taskId, answered('', { responseTimeMs }))
    const times = Uint8Array.from([101, 57, 40].map(binOf))
    await test.db
      .insert(executionRollups)
      .values({ taskId, bucketAt: new Date(test.clock.now()), runs: 3, failures: 0, httpErrors: 0, times })
    expect(await seriesOf(taskId, 'range=24h')).toMatchObject({ runs: 3, medianMs: 57, p95Ms: 101 })
  })

  it('30 days of a one-minute task are 43,200 runs, read as 2,880 rows and drawn as 120 buckets', async () => {
    const taskId = await newTask()
    await keepCounts(taskId, 31)
    const series = await seriesOf(taskId, 'range=30d')
    expect(series.buckets).toHaveLength(120)
    expect(Date.parse(series.to) - Date.parse(series.from)).toBe(30 * day)
    // The bucket of now is still being filled.
    expect(series.runs).toBeGreaterThan(43_200 - 6 * 60)
    expect(series.runs).toBeLessThanOrEqual(43_200)
    expect(series).toMatchObject({ uptimePercent: 100, medianMs: series.p95Ms })
    expect(Math.abs((series.medianMs ?? 0) / 100 - 1) * 100).toBeLessThanOrEqual(series.timeErrorPercent)
    const span = { fromMs: Date.parse(series.from), toMs: Date.parse(series.to), bucketSeconds: series.bucketSeconds }
    const query = selectRollups(test.db, { taskId, span })
    expect((await query).length).toBe(120)
  })

  it('all of them read the rows of their own task and range, by the index', async () => {
    const taskId = await newTask()
    await keepCounts(taskId, 31)
    const { rows } = await test.db.transaction(async (tx) => {
      // The rows of few tasks are read faster without an index; those of many are not.
      await tx.execute(sql`set local enable_seqscan = off`)
      return tx.execute<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        sql`explain (analyze, format json) select date_bin('6 hours', bucket_at, 'epoch'), sum(runs), string_agg(times, '')
            from execution_rollups where task_id = ${taskId} and bucket_at >= now() - interval '30 days' group by 1`,
      )
    })
    const scans = scansOf(rows[0]?.['QUERY PLAN'][0].Plan)
    expect(Math.max(...scans.map((scan) => scan['Actual Rows']))).toBeLessThanOrEqual(31 * 96)
    expect(scans.some((scan) => scan['Index Name'] === 'execution_rollups_task_id_bucket_at_pk')).toBe(true)
  })

  it.each([
    ['24h', 96],
    ['7d', 84],
    ['90d', 121],
  ])('%s has at most %i buckets', async (range, count) => {
    const taskId = await newTask()
    await keepCounts(taskId, 20)
    const { buckets } = await seriesOf(taskId, `range=${range}`)
    expect(buckets.length).toBeLessThanOrEqual(count)
    expect(buckets.length).toBeGreaterThan(12)
  })

  it('say where nothing ran, and count that neither way', async () => {
    const taskId = await newTask()
    await keepCounts(taskId, 2)
    const anHourAgo = new Date(test.clock.now() - 60 * minute)
    const bucketAt = new Date(Math.floor(anHourAgo.getTime() / (15 * minute)) * 15 * minute)
    await test.db.delete(executionRollups).where(eq(executionRollups.bucketAt, bucketAt))
    const series = await seriesOf(taskId, 'range=24h')
    expect(series.buckets.filter(({ gap }) => gap !== null)).toMatchObject([
      { at: bucketAt.toISOString(), runs: 0, gap: 'MISSED' },
    ])
    expect(series.uptimePercent).toBe(100)
  })

  it('tell when the task was disabled from runs that were missed', async () => {
    const taskId = await newTask()
    await keepCounts(taskId, 2)
    const quarterMs = 15 * minute
    const quarter = (ago: number) => new Date((Math.floor(test.clock.now() / quarterMs) - ago) * quarterMs)
    await test.db
      .delete(executionRollups)
      .where(
        and(
          eq(executionRollups.taskId, taskId),
          gte(executionRollups.bucketAt, quarter(11)),
          lt(executionRollups.bucketAt, quarter(7)),
        ),
      )
    await test.db.insert(schedulePauses).values({ taskId, fromAt: quarter(9), toAt: quarter(7) })
    const { buckets } = await seriesOf(taskId, 'range=24h')
    expect(buckets.flatMap(({ gap }) => gap ?? [])).toEqual(['MISSED', 'MISSED', 'DISABLED', 'DISABLED'])
  })

  it('plot the last run of each bucket where there are more than 150', async () => {
    const taskId = await newTask()
    // Well within a quarter of an hour: runs are put into it by the time of their id, and each starts up to 151 ms later.
    test.clock.advance(Math.ceil(test.clock.now() / (15 * minute)) * 15 * minute + minute - test.clock.now())
    // Each a millisecond after the one before, or which of them is the last would be up to chance.
    for (let made = 0; made < 151; made += 1)
      await insert(taskId, {
        ...answered('', { responseTimeMs: made }),
        startedAt: new Date(test.clock.now() + 1000 + made),
      })
    const { points, buckets } = await seriesOf(taskId, 'range=24h')
    expect(points.kind).toBe('LAST_OF_EACH_BUCKET')
    expect(points.results.length).toBeLessThanOrEqual(buckets.length)
    expect(points.results.at(-1)).toMatchObject({ value: 150 })
    const own = points.results.map(({ at }) => Math.floor(Date.parse(at) / (15 * minute)))
    expect(new Set(own).size).toBe(own.length)
  })
})

describe('the plotted value', () => {
  it('[TH-05, TH-06] is the response time or the code', async () => {
    const taskId = await newTask()
    await insert(taskId, answered())
    await insert(taskId, { status: 'FAILED', errorCode: 'TIMEOUT', responseTimeMs: 9 })
    expect(await seriesOf(taskId)).toMatchObject({ range: '24h', source: 'response_time', property: '' })
    expect(valuesOf(await seriesOf(taskId))).toEqual([40, null])
    expect(valuesOf(await seriesOf(taskId, 'source=response_code'))).toEqual([200, null])
  })

  it('[TH-07, TH-10] is the text of a body that is a number', async () => {
    const taskId = await newTask()
    for (const body of ['12.5', ' -3\n', '1e3', 'down', '', '1'.repeat(65)]) await insert(taskId, answered(body))
    const series = await seriesOf(taskId, 'source=response_body_text')
    expect(valuesOf(series)).toEqual([12.5, -3, null, null, null, null])
  })

  it('[TH-08] is the number at a JSON path, with or without its $', async () => {
    const taskId = await newTask()
    for (const body of ['{"a":{"b":7}}', '{"a":{"b":"8.5"}}', '{"a":{"b":[1]}}', '{"a":', '{}'])
      await insert(taskId, answered(body))
    for (const path of ['a.b', '$.a.b']) {
      const series = await seriesOf(taskId, `source=response_body_json&property=${encodeURIComponent(path)}`)
      expect(series).toMatchObject({ source: 'response_body_json', property: path })
      expect(valuesOf(series)).toEqual([7, 8.5, null, null, null])
    }
    expect(valuesOf(await seriesOf(taskId, 'source=response_body_json&property=%5B%5B'))).toEqual(
      Array.from({ length: 5 }, () => null),
    )
  })

  it('says what is wrong with a JSON path that cannot be read', async () => {
    const taskId = await newTask()
    await insert(taskId, answered('{"a":1}'))
    const problemOf = async (property: string) =>
      (await seriesOf(taskId, `source=response_body_json&property=${encodeURIComponent(property)}`)).propertyProblem
    expect(await problemOf('$.a[')).toMatch(/character 5/)
    expect(await problemOf('$.a')).toBeNull()
    expect(await problemOf('')).toBeNull()
  })

  it('is read from 4 MiB of bodies at most, of the newest runs, and says how many were not read', async () => {
    const taskId = await newTask()
    const padding = 'x'.repeat(1024 * 1024)
    for (let made = 1; made <= 5; made += 1) await insert(taskId, answered(JSON.stringify({ n: made, padding })))
    const series = await seriesOf(taskId, 'source=response_body_json&property=n')
    expect(valuesOf(series)).toEqual([null, null, 3, 4, 5])
    expect(series.points.unread).toBe(2)
  })

  it.each(['range=2d', 'source=body', `property=${'a'.repeat(513)}`, 'from=1'])(
    'is rejected with %s',
    async (query) => {
      expect((await get(ada, `/tasks/${await newTask()}/series?${query}`)).statusCode).toBe(400)
    },
  )
})

interface Plan {
  'Actual Rows': number
  'Index Name'?: string
  Plans?: Plan[]
}

const scansOf = (plan: Plan | undefined): Plan[] =>
  plan === undefined ? [] : [plan, ...(plan.Plans ?? []).flatMap(scansOf)]

describe('the pauses of a task', () => {
  const pausesOf = async (taskId: string) =>
    test.db.select().from(schedulePauses).where(eq(schedulePauses.taskId, taskId)).orderBy(schedulePauses.fromAt)

  it('are kept from each deactivation to the activation after it, and none is from before its creation', async () => {
    const taskId = await newTask()
    expect(await pausesOf(taskId)).toEqual([])
    await post(ada, `/tasks/${taskId}/lifecycle/deactivate`)
    await post(ada, `/tasks/${taskId}/lifecycle/deactivate`)
    expect(await pausesOf(taskId)).toMatchObject([{ fromAt: expect.any(Date), toAt: null }])
    await post(ada, `/tasks/${taskId}/lifecycle/activate`)
    expect(await pausesOf(taskId)).toMatchObject([{ toAt: expect.any(Date) }])
    await post(ada, `/tasks/${taskId}/lifecycle/deactivate`)
    expect((await pausesOf(taskId)).map(({ toAt }) => toAt === null)).toEqual([false, true])
    await remove(ada, `/tasks/${taskId}?deactivate=true`)
    expect(await pausesOf(taskId)).toEqual([])
  })
})
