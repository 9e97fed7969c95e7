import type { Transaction } from '@knockwire/db/client'
import { notifications } from '@knockwire/db/schema/notifications'
import { muteEnd, type MuteInput } from '@knockwire/domain/notifications/mute'
import { requireVersion } from '@knockwire/domain/versions'
import { eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { findNotification } from './notifications.ts'
import type { NotificationOwner, NotificationRow, OwnerShapes } from './owner.ts'
import { auditNotification } from './audit-notification.ts'

/** A notification, and the version that the caller saw of it; undefined where they do not say. */
interface SeenNotification {
  id: string
  version?: number | undefined
}

/** It sends nothing until then; what it would have sent is recorded. Muting it again replaces the end. */
export const muteNotification = <Shapes extends OwnerShapes>(
  context: ApiContext,
  caller: Caller,
  owner: NotificationOwner<Shapes>,
  { input, ...seen }: SeenNotification & { input: MuteInput },
): Promise<Shapes['view']> => changeMute(context, caller, owner, seen, muteEnd(input, context.now()))

/** It sends again. One that is not muted stays as it is. */
export const unmuteNotification = <Shapes extends OwnerShapes>(
  context: ApiContext,
  caller: Caller,
  owner: NotificationOwner<Shapes>,
  seen: SeenNotification,
): Promise<Shapes['view']> => changeMute(context, caller, owner, seen, null)

const changeMute = <Shapes extends OwnerShapes>(
  context: ApiContext,
  caller: Caller,
  owner: NotificationOwner<Shapes>,
  { id, version }: SeenNotification,
  mutedUntil: Date | 'infinity' | null,
): Promise<Shapes['view']> =>
  context.db.transaction(async (tx) => {
    const { secrets } = context
    const row = await findNotification(tx, caller, owner, id, { isLocked: true })
    requireVersion(row.notification, { sent: version, current: () => owner.view(secrets, row) })
    if (isAsStored(row, mutedUntil)) return owner.view(secrets, row)
    await writeMute(tx, row, mutedUntil)
    const action = mutedUntil === null ? 'notification.unmuted' : 'notification.muted'
    await auditNotification(context, tx, caller, { action, row })
    return owner.view(secrets, await findNotification(tx, caller, owner, id))
  })

const isAsStored = ({ isMuted, notification }: NotificationRow, mutedUntil: Date | 'infinity' | null) =>
  mutedUntil === null ? !isMuted : isMuted && String(notification.mutedUntil) === String(mutedUntil)

/** A change of the state: it counts as a version and conflicts with no save, as no save changes it. */
const writeMute = async (tx: Transaction, { notification }: NotificationRow, mutedUntil: Date | 'infinity' | null) => {
  const { id, version } = notification
  await tx
    .update(notifications)
    .set({ mutedUntil, version: version + 1 })
    .where(eq(notifications.id, id))
}
