import type { Transaction } from '@knockwire/db/client'
import { retryOnDeadlock } from '@knockwire/db/failures/retry-on-deadlock'
import { charts } from '@knockwire/db/schema/tasks'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { type ChartView, type CreateChartInput, maxCharts, type UpdateChartInput } from '@knockwire/domain/charts/chart'
import { AppError, notFound } from '@knockwire/domain/errors'
import { and, asc, count, eq, inArray, sql } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { noteHandEdit } from '../../access/owned/hand-edits.ts'
import { lockTask, requireTask } from '../../access/owned/owned-task.ts'
import { audit } from '../../access/audit.ts'
import { changesOf } from '@knockwire/domain/audit/changes'

export const presentChart = ({ id, taskId, name, source, property, key }: typeof charts.$inferSelect): ChartView => ({
  id,
  taskId,
  name,
  source,
  property,
  key,
})

interface CreateChart {
  taskId: string
  input: Omit<CreateChartInput, 'taskId'>
}

export const createChart = (context: ApiContext, caller: Caller, { taskId, input }: CreateChart): Promise<ChartView> =>
  context.db.transaction(async (tx) => {
    await lockTask(tx, caller, taskId)
    await rejectTooMany(tx, taskId)
    const nowMs = context.now()
    const row = { ...input, taskId, key: null, id: uuidv7(nowMs), createdAt: new Date(nowMs) }
    await tx.insert(charts).values(row)
    await audit(context, tx, caller, { action: 'bookmark.created', object: bookmark(row), subjectId: taskId })
    await noteHandEdit(context, tx, caller, { kind: 'task', id: taskId, paths: [pathOf(row)] })
    return presentChart(row)
  })

/** Exact, since the task is locked: of two at once the second counts the first. */
const rejectTooMany = async (tx: Transaction, taskId: string) => {
  const [kept] = await tx.select({ count: count() }).from(charts).where(eq(charts.taskId, taskId))
  if ((kept?.count ?? 0) < maxCharts) return
  throw new AppError('CONFLICT', `A task has at most ${maxCharts} bookmarks. Delete one first.`)
}

/** Writes new ones and changed ones of many tasks, and deletes others: in the caller's transaction, which has locked their tasks. */
export const writeCharts = async (
  tx: Transaction,
  { saved, deleted }: { saved: readonly (typeof charts.$inferSelect)[]; deleted: readonly string[] },
): Promise<void> => {
  if (deleted.length > 0) await tx.delete(charts).where(inArray(charts.id, [...deleted]))
  if (saved.length === 0) return
  await tx
    .insert(charts)
    .values([...saved])
    .onConflictDoUpdate({
      target: charts.id,
      set: {
        key: sql`excluded.key`,
        name: sql`excluded.name`,
        source: sql`excluded.source`,
        property: sql`excluded.property`,
      },
    })
}

interface ChartKey {
  taskId: string
  chartId: string
}

const isChart = ({ taskId, chartId }: ChartKey) => and(eq(charts.id, chartId), eq(charts.taskId, taskId))

/** In the order in which they were made. */
export const listCharts = async (
  context: ApiContext,
  caller: Caller,
  { taskId }: { taskId: string },
): Promise<{ results: ChartView[] }> => {
  await requireTask(context.db, caller, taskId)
  const rows = await context.db.select().from(charts).where(eq(charts.taskId, taskId)).orderBy(asc(charts.id))
  return { results: rows.map(presentChart) }
}

export const getChart = async ({ db }: ApiContext, caller: Caller, key: ChartKey): Promise<ChartView> => {
  await requireTask(db, caller, key.taskId)
  const [row] = await db.select().from(charts).where(isChart(key))
  if (row === undefined) throw notFound('bookmark')
  return presentChart(row)
}

/** Within the definition of its task. */
const pathOf = ({ id, key }: Pick<typeof charts.$inferSelect, 'id' | 'key'>) => `/charts/${key ?? id}`

const bookmark = ({ id, name }: Pick<typeof charts.$inferSelect, 'id' | 'name'>) =>
  ({ type: 'BOOKMARK', id, name }) as const

export const updateChart = async (
  context: ApiContext,
  caller: Caller,
  { input, ...key }: ChartKey & { input: UpdateChartInput },
): Promise<ChartView> => {
  await requireTask(context.db, caller, key.taskId)
  return retryOnDeadlock(() =>
    context.db.transaction(async (tx) => {
      const [before] = await tx.select().from(charts).where(isChart(key)).for('no key update')
      const [row] = await tx.update(charts).set(input).where(isChart(key)).returning()
      if (before === undefined || row === undefined) throw notFound('bookmark')
      const changes = changesOf({ before: presentChart(before), after: presentChart(row) })
      const event = { action: 'bookmark.updated', object: bookmark(row), subjectId: key.taskId, changes } as const
      if (changes.length > 0) await audit(context, tx, caller, event)
      const paths = changes.map(({ field }) => `${pathOf(row)}/${field}`)
      if (paths.length > 0) await noteHandEdit(context, tx, caller, { kind: 'task', id: key.taskId, paths })
      return presentChart(row)
    }),
  )
}

export const deleteChart = async (context: ApiContext, caller: Caller, key: ChartKey): Promise<void> => {
  await requireTask(context.db, caller, key.taskId)
  await retryOnDeadlock(() =>
    context.db.transaction(async (tx) => {
      const [deleted] = await tx.delete(charts).where(isChart(key)).returning()
      if (deleted === undefined) throw notFound('bookmark')
      const event = { action: 'bookmark.deleted', object: bookmark(deleted), subjectId: key.taskId } as const
      await audit(context, tx, caller, event)
      await noteHandEdit(context, tx, caller, { kind: 'task', id: key.taskId, paths: [pathOf(deleted)] })
    }),
  )
}
