import type { CopyOutcome } from '@knockwire/domain/notifications/copies'
import { expect, it } from 'vitest'
import { copyResult } from './copy-result.ts'

const results = (...outcomes: CopyOutcome[]) =>
  outcomes.map((outcome) => ({ taskId: crypto.randomUUID(), outcome, notificationId: null }))

it.each<[CopyOutcome[], string]>([
  [['COPIED'], 'Copied to 1 task.'],
  [['COPIED', 'COPIED', 'COPIED', 'FULL'], 'Copied to 3 tasks; 1 already has 20 notifications.'],
  [['FULL', 'FULL'], 'Copied to no task; 2 already have 20 notifications.'],
  [['COPIED', 'ALREADY_THERE', 'NOT_FOUND', 'NOT_FOUND'], 'Copied to 1 task; 1 already has it; 2 were not found.'],
])('%o reads: %s', (outcomes, text) => {
  expect(copyResult(results(...outcomes))).toBe(text)
})
