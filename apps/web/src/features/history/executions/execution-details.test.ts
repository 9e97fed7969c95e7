import { expect, it } from 'vitest'
import { conditionProblemMessage, waitWords } from './execution-details.tsx'

const problem = { notificationId: 'a', reason: 'JSON body at $.x (null) does not contain "up": It took too long.' }

it('a condition problem without a notification says that the condition could not be decided', () => {
  expect(conditionProblemMessage(problem, [{ notificationId: 'b' }])).toBe(
    `A condition couldn’t be checked. ${problem.reason}`,
  )
})

it('a condition problem with a notification says that the value counted as null', () => {
  const words = conditionProblemMessage(problem, [{ notificationId: 'b' }, { notificationId: 'a' }])
  expect(words).toBe(
    `A notification was due although a value could not be read, which counted as null. ${problem.reason}`,
  )
})

it('an execution waits until its time is over, and is decided soon after', () => {
  const nowMs = Date.parse('2026-11-29T20:46:51Z')
  expect(waitWords('2026-11-29T20:47:00Z', nowMs)).toMatch(/^Waiting until Nov 29, 2026, .* for its completion$/)
  expect(waitWords('2026-11-29T20:46:50Z', nowMs)).toMatch(
    /^The time for its completion ended at Nov 29, 2026, .*, and its result is about to be decided$/,
  )
})
