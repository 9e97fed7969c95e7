import { instanceState } from '@knockwire/db/schema/operator'
import type { InstanceStateInput, InstanceStateView } from '@knockwire/domain/operator/operator'
import { presentState } from '@knockwire/services/instance/instance-state'
import type { ApiContext } from '../../context.ts'
import type { AuditActor } from '@knockwire/services/audit/record-event'
import { auditOperator } from './audit-operator.ts'

/** Sets the banner, and pauses or resumes all calls; what is left out stays. Executors follow within seconds. */
export const setInstanceState = (
  context: Pick<ApiContext, 'db' | 'now'>,
  actor: AuditActor,
  change: InstanceStateInput,
): Promise<InstanceStateView> =>
  context.db.transaction(async (tx) => {
    const [before] = await tx.select().from(instanceState).for('update')
    if (before === undefined) throw new Error('The row of the instance’s state is missing.')
    const { banner = before.banner, areCallsPaused = before.callsPausedAt !== null } = change
    const pausedAt = areCallsPaused ? (before.callsPausedAt ?? new Date(context.now())) : null
    await tx.update(instanceState).set({ banner, callsPausedAt: pausedAt })
    if (before.banner !== banner) {
      const changes = [{ field: 'banner', before: before.banner, after: banner }]
      await auditOperator(context, tx, actor, { accountIds: null, action: 'instance.banner_changed', changes })
    }
    if ((before.callsPausedAt !== null) !== areCallsPaused) {
      const action = areCallsPaused ? 'instance.calls_paused' : 'instance.calls_resumed'
      await auditOperator(context, tx, actor, { accountIds: null, action })
    }
    return presentState({ banner, callsPausedAt: pausedAt })
  })
