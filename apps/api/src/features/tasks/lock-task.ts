import type { Transaction } from '@knockwire/db/client'
import { notFound } from '@knockwire/domain/errors'
import type { Caller } from '../../context.ts'
import { selectTask } from './queries.ts'
import type { TaskRow } from './task-row.ts'

export interface LockedTask extends TaskRow {
  /** By the database's clock: it decides when tasks run, whatever the clocks of the apps say. */
  nowMs: number
}

/** The task, held until the transaction ends: whoever else wants to change it or its schedule waits. */
export const lockTask = async (tx: Transaction, caller: Caller, taskId: string): Promise<LockedTask> => {
  const [row] = await selectTask(tx, caller, taskId).for('no key update')
  if (row === undefined) throw notFound('task')
  return { ...row, nowMs: new Date(row.now).getTime() }
}
