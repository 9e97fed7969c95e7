import { expect, it } from 'vitest'
import { SaveTaskQuery, TaskPage } from './task.ts'

it('a task that is saved is activated where that is asked for, and only there', () => {
  expect([{}, { activate: 'false' }, { activate: 'true' }].map((query) => SaveTaskQuery.parse(query).activate)).toEqual(
    [false, false, true],
  )
})

it('a page of tasks is read from an API of the version before, which counts none that are late', () => {
  const counts = { ACTIVE: 2, DISABLED: 1, FAILING: 1 }
  const page = TaskPage.parse({ results: [], total: 0, page: 1, taskCount: 3, counts })
  expect(page.counts).toEqual({ ...counts, LATE: 0 })
})
