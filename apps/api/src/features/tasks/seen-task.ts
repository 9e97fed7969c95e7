import type { Transaction } from '@knockwire/db/client'
import { requireVersion } from '@knockwire/domain/versions'
import type { ApiContext, Caller } from '../../context.ts'
import { type LockedTask, lockTask, versionOf } from '../../access/owned/owned-task.ts'
import { presentTask } from './presenter.ts'

/** A task, and the version that the caller saw of it; undefined where they do not say. */
export interface SeenTask {
  taskId: string
  version?: number | undefined
}

/** The task, locked until the transaction ends. Throws where it has another version than the caller saw. */
export const lockSeen = async (
  { secrets }: ApiContext,
  tx: Transaction,
  caller: Caller,
  { taskId, version }: SeenTask,
): Promise<LockedTask> => {
  const locked = await lockTask(tx, caller, taskId)
  requireVersion(versionOf(locked), { sent: version, current: () => presentTask(secrets, locked) })
  return locked
}
