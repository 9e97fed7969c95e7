import { expect, it } from 'vitest'
import { taskProblem } from './problem-text.ts'

const failing = { problem: 'FAILING', failingRuns: 1 } as const

it('an execution that failed after its response is as bad as one without a response', () => {
  expect(taskProblem({ ...failing, statusCode: 503, errorCode: null }).tone).toBe('warn')
  expect(taskProblem({ ...failing, statusCode: null, errorCode: 'TIMEOUT' }).tone).toBe('bad')
  expect(taskProblem({ ...failing, statusCode: 202, errorCode: 'NOT_COMPLETED' }).tone).toBe('bad')
})
