import fc from 'fast-check'
import { expect, it } from 'vitest'
import { executionPath, executionPathOf, shortExecutionPath } from './execution-path.ts'

it('a short path leads to the page of its execution, and is 47 characters long', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), (taskId, executionId) => {
      const short = shortExecutionPath(taskId, executionId)
      expect(short).toMatch(/^\/e\/[\dA-Za-z]{44}$/)
      expect(executionPathOf(short)).toBe(executionPath(taskId, executionId))
    }),
  )
})

it.each(['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'])(
  'a short path can have the id %s',
  (id) => {
    expect(executionPathOf(shortExecutionPath(id, id))).toBe(executionPath(id, id))
  },
)

it.each([
  '/e/',
  '/e/1',
  `/e/${'0'.repeat(43)}`,
  `/e/${'0'.repeat(45)}`,
  `/e/${'z'.repeat(44)}`,
  `/e/${'-'.repeat(44)}`,
])('%s is no short path', (path) => {
  expect(executionPathOf(path)).toBeNull()
})
