import { expect, it } from 'vitest'
import { conditionProblemMessage } from './execution-details.tsx'

const problem = { notificationId: 'a', reason: 'JSON body at $.x (null) does not contain "up": It took too long.' }

it('says that nothing was decided where nothing was told', () => {
  expect(conditionProblemMessage(problem, [{ notificationId: 'b' }])).toBe(
    `A condition could not be decided. ${problem.reason}`,
  )
})

it('says that it was told without the value where it was', () => {
  const words = conditionProblemMessage(problem, [{ notificationId: 'b' }, { notificationId: 'a' }])
  expect(words).toBe(
    `A notification was due although a value could not be read, which counted as null. ${problem.reason}`,
  )
})
