import type { InstanceStateView } from '@knockwire/domain/operator/operator'
import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { instanceState } from '@knockwire/db/schema/operator'

export type InstanceState = Pick<typeof instanceState.$inferSelect, 'banner' | 'callsPausedAt'>

/** What the operator has set for the whole instance. */
export const readInstanceState = async (db: DatabaseOrTransaction): Promise<InstanceState> => {
  const { banner, callsPausedAt } = instanceState
  const [state] = await db.select({ banner, callsPausedAt }).from(instanceState)
  return state ?? { banner: null, callsPausedAt: null }
}

/** As the API gives it. */
export const presentState = ({ banner, callsPausedAt }: InstanceState): InstanceStateView => ({
  banner,
  callsPausedAt: callsPausedAt?.toISOString() ?? null,
})
