import type { DatabaseOrTransaction } from '@knockwire/db/client'
import type { ExecutionView } from '@knockwire/domain/executions/execution'
import { loadDeliveries } from '../deliveries/load-deliveries.ts'
import { presentExecution } from './presenter.ts'
import { selectPage } from './queries.ts'

/** The executions on a page of a task's history, with all that an opened row shows. */
export const loadPage = async (
  db: DatabaseOrTransaction,
  asked: { taskId: string; page: number; size: number },
): Promise<ExecutionView[]> => {
  const rows = await selectPage(db, asked)
  const deliveries = await loadDeliveries(
    db,
    rows.map(({ execution }) => execution.id),
  )
  return rows.map((row) => presentExecution(row, deliveries))
}
