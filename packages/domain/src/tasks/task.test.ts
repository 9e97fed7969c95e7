import { expect, it } from 'vitest'
import { SaveTaskQuery } from './task.ts'

it('a task that is saved is activated where that is asked for, and only there', () => {
  expect([{}, { activate: 'false' }, { activate: 'true' }].map((query) => SaveTaskQuery.parse(query).activate)).toEqual(
    [false, false, true],
  )
})
