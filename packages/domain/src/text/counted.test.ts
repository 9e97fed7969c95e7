import { expect, it } from 'vitest'
import { counted } from './counted.ts'

it('only one of something is named in the singular', () => {
  expect([0, 1, 2, 1204].map((count) => counted(count, 'task'))).toEqual([
    '0 tasks',
    '1 task',
    '2 tasks',
    '1,204 tasks',
  ])
  expect([1, 2].map((count) => counted(count, 'request was', 'requests were'))).toEqual([
    '1 request was',
    '2 requests were',
  ])
})
