import { expect, it } from 'vitest'
import { refreshAfterMs } from './task-queries.ts'

const nowMs = Date.parse('2026-01-01T12:00:00Z')

const after = (status: 'ACTIVE' | 'DISABLED', nextExecutionDate: string | null) =>
  refreshAfterMs({ status, scheduler: { nextExecutionDate } }, nowMs)

it('the task page refetches a task shortly after its next run is due', () => {
  expect(after('ACTIVE', '2026-01-01T12:00:20.000Z')).toBe(21_000)
})

it('the task page refetches again in a second where a run is late, and in five once it is overdue', () => {
  expect(after('ACTIVE', '2026-01-01T11:59:58.000Z')).toBe(1_000)
  expect(after('ACTIVE', '2026-01-01T11:00:00.000Z')).toBe(5_000)
})

it('the task page refetches at least once a minute', () => {
  expect(after('ACTIVE', '2026-02-01T00:00:00.000Z')).toBe(60_000)
  expect(after('DISABLED', null)).toBe(60_000)
})
