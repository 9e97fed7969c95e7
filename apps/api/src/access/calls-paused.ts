import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { AppError } from '@knockwire/domain/errors'
import { readInstanceState } from '@knockwire/services/instance/instance-state'

/** For what would call somebody at once: it would be queued, and its caller would wait for it. */
export const throwIfCallsPaused = async (db: DatabaseOrTransaction): Promise<void> => {
  const { callsPausedAt } = await readInstanceState(db)
  if (callsPausedAt !== null)
    throw new AppError('UNAVAILABLE', 'The operator of this server has paused all calls. Nothing was sent.')
}
