import { expect, it } from 'vitest'
import { lagWords } from './lag-words.ts'

it('how late executions start is no statistic where there is one', () => {
  expect(lagWords({ runs: 1, p50Ms: 65, p99Ms: 65 })).toBe(
    'The only execution in the last 30 days started within 65 ms of its time.',
  )
  expect(lagWords({ runs: 1440, p50Ms: 9, p99Ms: 38 })).toBe(
    'Of 1,440 executions in the last 30 days, half started within 9 ms of their time, and 99% within 38 ms.',
  )
})
