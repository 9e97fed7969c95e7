import type { Transaction } from '@knockwire/db/client'
import { charts } from '@knockwire/db/schema/tasks'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { type ChartView, type CreateChartInput, maxCharts } from '@knockwire/domain/charts/chart'
import { AppError } from '@knockwire/domain/errors'
import { count, eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { lockTask } from '../tasks/lock-task.ts'
import { presentChart } from './presenter.ts'

interface CreateChart {
  taskId: string
  input: Omit<CreateChartInput, 'taskId'>
}

export const createChart = (context: ApiContext, caller: Caller, { taskId, input }: CreateChart): Promise<ChartView> =>
  context.db.transaction(async (tx) => {
    await lockTask(tx, caller, taskId)
    await refuseTooMany(tx, taskId)
    const nowMs = context.now()
    const row = { ...input, taskId, id: uuidv7(nowMs), createdAt: new Date(nowMs) }
    await tx.insert(charts).values(row)
    return presentChart(row)
  })

/** Exact, since the task is held: of two at once the second counts the first. */
const refuseTooMany = async (tx: Transaction, taskId: string) => {
  const [kept] = await tx.select({ count: count() }).from(charts).where(eq(charts.taskId, taskId))
  if ((kept?.count ?? 0) < maxCharts) return
  throw new AppError('CONFLICT', `A task has at most ${maxCharts} bookmarks. Please delete one first.`)
}
