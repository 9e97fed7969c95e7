import type { Readable } from 'node:stream'
import type { ExecutionExportQuery } from '@knockwire/domain/executions/execution'
import type { z } from 'zod'
import type { ApiContext, Caller } from '../../context.ts'
import { exportHistory, writeJsonLines } from '../history/export/export-history.ts'
import { writeHar } from './har.ts'
import { historyOfTask } from './queries.ts'
import { findHead, loadDetailed } from './read-executions.ts'
import { audit } from '../../access/audit.ts'
import { findTask, taskName } from '../../access/owned/owned-task.ts'

interface ExportExecutions {
  taskId: string
  query: z.infer<typeof ExecutionExportQuery>
}

const firstPage = { page: 0, size: 1 }

/** A task's executions that match the query, as a file; see `exportHistory`. */
export const exportExecutions = async (
  context: ApiContext,
  caller: Caller,
  { taskId, query: { format, ...filters } }: ExportExecutions,
): Promise<Readable> => {
  await findHead(context.db, caller, { taskId, query: firstPage })
  const { task } = await findTask(context.db, caller, taskId)
  const object = { type: 'TASK', id: taskId, name: taskName(task) } as const
  await audit(context, context.db, caller, { action: 'task.history_exported', object })
  const source = historyOfTask(taskId, { ...firstPage, ...filters }, caller)
  return exportHistory(context, caller, {
    source,
    load: loadDetailed,
    write: format === 'har' ? writeHar : writeJsonLines,
  })
}
