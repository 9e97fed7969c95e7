import { expect, it } from 'vitest'
import { receiverProblem, taskProblem } from './problem-text.ts'

const failing = { problem: 'FAILING', failingRuns: 1 } as const

it('an execution that failed after its response is as bad as one without a response', () => {
  expect(taskProblem({ ...failing, statusCode: 503, errorCode: null }).tone).toBe('warn')
  expect(taskProblem({ ...failing, statusCode: null, errorCode: 'TIMEOUT' }).tone).toBe('bad')
  expect(taskProblem({ ...failing, statusCode: 202, errorCode: 'NOT_COMPLETED' }).tone).toBe('bad')
})

it('a receiver whose run has not ended is one that was called', () => {
  const silent = { mode: 'EVERY', state: 'DOWN', reason: 'SILENT', lastSignalAt: '2026-11-29T12:00:00.000Z' } as const
  expect(receiverProblem({ ...silent, duration: 70_000 }).reason).toBe('No run has ended in time')
  expect(receiverProblem({ ...silent, duration: null }).reason).toBe('An expected call is missing')
})

it('a receiver that is late waits for a call or, where requests are counted, has too few so far', () => {
  const late = { state: 'LATE', reason: null, duration: null, lastSignalAt: null } as const
  expect(receiverProblem({ ...late, mode: 'CRON' }).reason).toBe('An expected call has not arrived yet')
  expect(receiverProblem({ ...late, mode: 'LEARNED' }).reason).toBe('Fewer requests than usual so far')
})
