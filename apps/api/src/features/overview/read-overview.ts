import type { OverviewView } from '@knockwire/domain/overview/overview'
import type { ApiContext, Caller } from '../../context.ts'
import { readReceivers } from './receivers-query.ts'
import { readTasks } from './tasks-query.ts'

/** What of the caller's account is silent, failing or late: a statement for its tasks, and one for its receivers. */
export const readOverview = async ({ db }: ApiContext, { accountId }: Caller): Promise<OverviewView> => {
  const [tasks, receivers] = await Promise.all([readTasks(db, accountId), readReceivers(db, accountId)])
  return { tasks, receivers }
}
