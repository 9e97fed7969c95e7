import { expect, it } from 'vitest'
import { describeRun } from './describe-run.ts'

const plain = { style: (_style: unknown, text: string) => text } as unknown as Parameters<typeof describeRun>[0]

it('a run is shown without the values of secret parameters', () => {
  const execution = {
    createdAt: '2026-01-01T00:00:00Z',
    response: { statusCode: 200 },
    error: null,
    responseTimeMs: 12.4,
    request: { method: 'GET', uri: 'https://shop.example/?token=abc123secret&page=2' },
  } as unknown as Parameters<typeof describeRun>[1]
  const line = describeRun(plain, execution)
  expect(line).toContain('&page=2 → 200 12 ms')
  expect(line).not.toContain('abc123secret')
})
