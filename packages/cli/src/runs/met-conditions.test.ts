import { expect, it } from 'vitest'
import type { ExecutionView } from '@knockwire/domain/executions/execution'
import type { Client } from '../api/client.ts'
import { metConditions } from './met-conditions.ts'

const run = (id: string, price: number): ExecutionView => ({
  id,
  taskId: 't',
  status: 'SUCCEEDED',
  trigger: 'TEST',
  createdAt: '2026-11-29T07:00:00.000Z',
  scheduledFor: '2026-11-29T07:00:00.000Z',
  startedAt: null,
  lagMs: null,
  waitsUntil: null,
  responseTimeMs: 12,
  timing: null,
  request: {
    uri: 'https://shop.example/',
    method: 'GET',
    headers: [],
    body: { encoding: 'text', content: '', bytes: 0, isTruncated: false },
  },
  response: {
    statusCode: 200,
    headers: [['Content-Type', 'application/json']],
    body: { encoding: 'text', content: JSON.stringify({ price }), bytes: 13, isTruncated: false },
    finalUri: 'https://shop.example/',
  },
  error: null,
  notificationResults: [],
  conditionProblems: [],
})

const simple = { property: '', rightValue: null, advancedCondition: null }
const changed = { ...simple, source: 'response_body_json', property: '$.price', comparison: 'has_changed' } as const
const down = { ...simple, source: 'response_code', comparison: 'number_not_equal_to', rightValue: 200 } as const

it('a run meets the conditions that the server would decide, also those that look back', async () => {
  const results = [run('3', 9), run('2', 7), run('1', 1)]
  const client = { listExecutions: async () => ({ results }) } as unknown as Client
  const task = {
    id: 't',
    key: 'front',
    name: null,
    managedBy: null,
    notifications: [
      { key: 'down', type: 'EMAIL', condition: down },
      { key: 'price', type: 'EMAIL', condition: changed },
    ],
  }
  const met = await metConditions(client, task, run('3', 9))
  expect(met).toEqual([{ key: 'price', reason: expect.stringContaining('7 → 9') }])
  expect(await metConditions(client, task, run('3', 7))).toEqual([])
})
