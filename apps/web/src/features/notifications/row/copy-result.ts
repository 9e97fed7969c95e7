import type { CopyOutcome, NotificationCopiesView } from '@knockwire/domain/notifications/copies'
import { notificationLimits } from '@knockwire/domain/notifications/notification-limits'

const tasks = (count: number) => (count === 1 ? '1 task' : `${count} tasks`)

const reasons: readonly [CopyOutcome, (count: number) => string][] = [
  ['ALREADY_THERE', (count) => `${count} already ${count === 1 ? 'has' : 'have'} it`],
  ['FULL', (count) => `${count} already ${count === 1 ? 'has' : 'have'} ${notificationLimits.perTask} notifications`],
  ['NOT_FOUND', (count) => `${count} ${count === 1 ? 'was' : 'were'} not found`],
]

/** "Copied to 3 tasks; 1 already has 20 notifications." */
export function copyResult(results: NotificationCopiesView['results']): string {
  const countOf = (outcome: CopyOutcome) => results.filter((one) => one.outcome === outcome).length
  const copied = countOf('COPIED')
  const rest = reasons.flatMap(([outcome, words]) => {
    const count = countOf(outcome)
    return count === 0 ? [] : [words(count)]
  })
  return `${[copied === 0 ? 'Copied to no task' : `Copied to ${tasks(copied)}`, ...rest].join('; ')}.`
}

/** Whether it was copied to every task. */
export const isCopiedToAll = (results: NotificationCopiesView['results']): boolean =>
  results.every(({ outcome }) => outcome === 'COPIED')
