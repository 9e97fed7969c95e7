import { receivers } from '@knockwire/db/schema/receivers'
import { tasks } from '@knockwire/db/schema/tasks'
import type {
  ReceiverDefinitionPage,
  ReceiverDefinitionView,
  TaskDefinitionPage,
  TaskDefinitionView,
} from '@knockwire/domain/definitions/definition-views'
import { and, asc, count, eq } from 'drizzle-orm'
import { shownSecrets } from '../../../access/owned/shown-secrets.ts'
import type { ApiContext, Caller } from '../../../context.ts'
import { receiverDefinitionOf, taskDefinitionOf } from './definition-of.ts'
import { loadReceivers, loadTasks } from './load-stored.ts'

interface Page {
  page: number
  size: number
}

/** The ids of one page, oldest first, and how many there are. */
const idsOfPage = async (
  { db }: ApiContext,
  { accountId }: Caller,
  table: typeof tasks | typeof receivers,
  { page, size }: Page,
): Promise<{ ids: string[]; total: number }> => {
  const where = and(eq(table.accountId, accountId), eq(table.isDraft, false))
  const rows = await db
    .select({ id: table.id })
    .from(table)
    .where(where)
    .orderBy(asc(table.id))
    .limit(size)
    .offset(page * size)
  const [counted] = await db.select({ total: count() }).from(table).where(where)
  return { ids: rows.map(({ id }) => id), total: counted?.total ?? 0 }
}

/** Whole tasks, as their definitions would be written today; created first first. */
export const listTaskDefinitions = async (
  context: ApiContext,
  caller: Caller,
  query: Page,
): Promise<TaskDefinitionPage> => {
  const { ids, total } = await idsOfPage(context, caller, tasks, query)
  const stored = await loadTasks(context.db, { accountId: caller.accountId, which: { ids } })
  const secrets = shownSecrets(context, caller)
  const results = stored.map((task): TaskDefinitionView => taskDefinitionOf(secrets, task))
  return { results, total, page: query.page }
}

/** The same of receivers. */
export const listReceiverDefinitions = async (
  context: ApiContext,
  caller: Caller,
  query: Page,
): Promise<ReceiverDefinitionPage> => {
  const { ids, total } = await idsOfPage(context, caller, receivers, query)
  const stored = await loadReceivers(context.db, { accountId: caller.accountId, which: { ids } })
  const shown = { settings: context.settings, secrets: shownSecrets(context, caller) }
  const results = stored.map((receiver): ReceiverDefinitionView => receiverDefinitionOf(shown, receiver))
  return { results, total, page: query.page }
}
