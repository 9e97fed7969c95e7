import type { ApiContext } from '../../context.ts'
import type { Client } from './client.ts'
import { endSession } from './end-session.ts'

/** Signed out already, or never in, is no fault. */
export const signOut = async (context: ApiContext, sessionId: string, client: Client): Promise<void> => {
  const caller = await endSession(context, sessionId)
  if (caller === null) return
  context.log.info({ event: 'signed out', ...caller, remoteAddress: client.address }, 'signed out')
}
