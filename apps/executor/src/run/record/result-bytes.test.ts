import { describe, expect, it } from 'vitest'
import type { CallOutcome, RecordedRequest } from '../run.ts'
import { bytesOf } from './result-bytes.ts'

const failed: CallOutcome = { status: 'FAILED', code: 'TIMEOUT', message: 'No answer came.', responseTimeMs: null }
const answered: CallOutcome = {
  status: 'SUCCEEDED',
  responseTimeMs: 1,
  response: {
    statusCode: 200,
    headers: [['X-Long', 'v'.repeat(94)]],
    storedHeaders: [['X-Long', 'v'.repeat(94)]],
    body: Buffer.alloc(5000),
    isTruncated: false,
    finalUri: 'https://example.com/',
    redirects: 0,
    timing: { connectMs: 1, firstByteMs: 1, totalMs: 1 },
  },
}
const shared = (json: string | null): RecordedRequest => ({ kind: 'shared', hash: 'hash', json })
const resultOf = (outcome: CallOutcome, sent: RecordedRequest | null) => ({
  executionId: '1',
  taskId: '2',
  accountId: '3',
  trigger: 'SCHEDULE' as const,
  attempt: '4',
  dueMs: 0,
  startedMs: null,
  sent,
  outcome,
})

describe('the bytes of a result', () => {
  it.each<[string, CallOutcome, RecordedRequest | null, number]>([
    ['nothing for a failure without a long request', failed, null, 0],
    ['nothing for a long request that the database has already', failed, shared(null), 0],
    ['a long request at two bytes a character, though no response came', failed, shared('x'.repeat(3000)), 6000],
    ['a response’s body, and its headers as received and as stored', answered, null, 5000 + 2 * 100],
    ['request and response together', answered, shared('x'.repeat(3000)), 6000 + 5000 + 2 * 100],
  ])('count %s', (_, outcome, sent, bytes) => {
    expect(bytesOf(resultOf(outcome, sent))).toBe(bytes)
  })
})
