import { extractJson } from '@knockwire/domain/conditions/sources/json/extract-json'
import type { ExecutionView } from '@knockwire/domain/executions/execution'
import { describe, expect, it } from 'vitest'
import { chartSeries, hasOnlyNumericBodies, isNumberText } from './chart-series.ts'

const execution = (over: Partial<ExecutionView> & { body?: string | null; code?: number }): ExecutionView => ({
  id: '01900000-0000-7000-8000-000000000001',
  taskId: '01900000-0000-7000-8000-000000000002',
  status: 'SUCCEEDED',
  trigger: 'SCHEDULE',
  createdAt: '2026-01-01T00:00:00.000Z',
  scheduledFor: '2026-01-01T00:00:00.000Z',
  startedAt: '2026-01-01T00:00:01.000Z',
  responseTimeMs: 12.5,
  timing: null,
  request: { uri: 'http://example.test/', method: 'GET', headers: [], body: null },
  response: {
    statusCode: over.code ?? 200,
    headers: [],
    body: over.body === undefined ? '7' : over.body,
    bodyBytes: 1,
    isBinary: false,
    isTruncated: false,
    finalUri: 'http://example.test/',
  },
  error: null,
  notificationResults: [],
  conditionProblems: [],
  ...over,
})

const values = (runs: ExecutionView[], ...args: [Parameters<typeof chartSeries>[1], string]) =>
  chartSeries(runs, ...args, extractJson).map((point) => point.value)

describe('The chart', () => {
  it('[TH-05] plots responseTimeMs for response_time', () => {
    expect(values([execution({})], 'response_time', '')).toEqual([12.5])
  })

  it('[TH-06] plots response.statusCode for response_code', () => {
    expect(values([execution({ code: 503 })], 'response_code', '')).toEqual([503])
  })

  it('[TH-07] plots response.body for response_body_text', () => {
    expect(values([execution({ body: '-3.25' })], 'response_body_text', '')).toEqual([-3.25])
  })

  it('[TH-08] plots response.body.{path} for response_body_json', () => {
    const runs = [execution({ body: '{"a":{"b":[1,42]}}' })]
    expect(values(runs, 'response_body_json', 'a.b[1]')).toEqual([42])
    expect(values(runs, 'response_body_json', '$.a.b[0]')).toEqual([1])
    expect(values(runs, 'response_body_json', '$.a.b[?@ > 1]')).toEqual([42])
  })

  it('leaves a gap where there is no number, and marks failed executions as failures', () => {
    const failed = execution({ status: 'FAILED', response: null, responseTimeMs: null })
    const [point] = chartSeries([failed], 'response_time', '', null)
    expect(point).toMatchObject({ value: null, isFailed: true })
    expect(values([execution({ body: '{"a":"text"}' })], 'response_body_json', 'a')).toEqual([null])
    expect(values([execution({ body: 'not json' })], 'response_body_json', 'a')).toEqual([null])
  })

  it('goes from old to new and omits executions in flight', () => {
    const runs = [
      execution({ id: 'c', status: 'RUNNING', response: null }),
      execution({ id: 'b', startedAt: '2026-01-01T00:02:00.000Z' }),
      execution({ id: 'a' }),
    ]
    expect(chartSeries(runs, 'response_code', '', null).map((point) => point.id)).toEqual(['a', 'b'])
  })
})

describe('The text source', () => {
  it.each(['0', '-1', '12.50', ' 7\n'])('[TH-10] accepts %j', (text) => expect(isNumberText(text)).toBe(true))
  it.each(['', '1e5', '.5', '5.', '+1', '1,000', 'NaN', '{}'])('[TH-10] rejects %j', (text) =>
    expect(isNumberText(text)).toBe(false),
  )

  it('[TH-10] is rejected when any loaded body is not a number', () => {
    expect(hasOnlyNumericBodies([execution({ body: '1' }), execution({ body: '2' })])).toBe(true)
    expect(hasOnlyNumericBodies([execution({ body: '1' }), execution({ body: 'down' })])).toBe(false)
    expect(hasOnlyNumericBodies([execution({ body: null })])).toBe(false)
  })
})
