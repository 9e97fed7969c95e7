import { receivers } from '@knockwire/db/schema/receivers'
import { tasks } from '@knockwire/db/schema/tasks'
import type { ApplyProblem, ApplyResult, Change } from '@knockwire/domain/definitions/apply'
import { fullMessage } from '@knockwire/domain/instance/limits'
import { counted } from '@knockwire/domain/text/counted'
import type { AccountLimits } from '@knockwire/domain/plans/plans'
import { and, eq, not } from 'drizzle-orm'
import { addressUnconfirmed, isConfirmedAccount, unconfirmedTasks } from '../../../access/owned/confirmed-account.ts'
import { createdOf } from '../../../access/owned/owned-receiver.ts'
import type { PlanScope } from './scope.ts'

interface Counted {
  limits: ApplyResult['limits']
  problems: ApplyProblem[]
}

/** How many tasks and receivers the account would have, and which of the new ones it has no room for. */
export const checkLimits = async (
  { context, tx, caller: { accountId } }: PlanScope,
  changes: readonly Pick<Change, 'kind' | 'key' | 'op'>[],
  limits: AccountLimits,
  { notifies }: { notifies: boolean },
): Promise<Counted> => {
  const existing = {
    task: await tx.$count(tasks, and(eq(tasks.accountId, accountId), not(tasks.isDraft))),
    receiver: await tx.$count(receivers, createdOf(accountId)),
  }
  const room = { task: limits.tasks, receiver: limits.receivers }
  const problems: ApplyProblem[] = []
  const used = (kind: Change['kind']) => {
    const ofKind = changes.filter((change) => change.kind === kind)
    const created = ofKind.filter(({ op }) => op === 'create')
    const staying = existing[kind] - ofKind.filter(({ op }) => op === 'delete').length
    const [first] = created.slice(Math.max(0, room[kind] - staying))
    if (first !== undefined) {
      const message = fullMessage(limits, counted(room[kind], kind))
      problems.push({ kind, key: first.key, path: '', code: 'plan_limit', message })
    }
    return staying + created.length
  }
  const result = {
    tasks: { used: used('task'), limit: limits.tasks },
    receivers: { used: used('receiver'), limit: limits.receivers },
  }
  const isMore =
    result.tasks.used > unconfirmedTasks && changes.some(({ kind, op }) => kind === 'task' && op === 'create')
  if ((isMore || notifies) && !(await isConfirmedAccount(context, tx, accountId))) {
    const { message } = addressUnconfirmed(isMore ? 'have more than one task' : 'be notified')
    problems.push({ kind: null, key: null, path: '', code: 'address_unconfirmed', message })
  }
  return { limits: result, problems }
}
