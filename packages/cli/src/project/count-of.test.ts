import { expect, it } from 'vitest'
import { countOf } from './count-of.ts'

it('what is counted is named in the number that it has', () => {
  const of = (tasks: number, receivers: number) =>
    countOf([
      ...Array.from({ length: tasks }, () => ({ kind: 'task' as const })),
      ...Array.from({ length: receivers }, () => ({ kind: 'receiver' as const })),
    ])
  expect([of(1, 1), of(2, 0), of(0, 1), of(0, 0), of(1000, 2)]).toEqual([
    '1 task and 1 receiver',
    '2 tasks',
    '1 receiver',
    '0 tasks',
    '1,000 tasks and 2 receivers',
  ])
})
