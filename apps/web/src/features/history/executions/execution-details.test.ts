import { expect, it } from 'vitest'
import { conditionProblemMessage } from './execution-details.tsx'

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
