import { versionOf } from '../../../access/owned/owned-task.ts'
import { wholeEtag } from '../../../access/owned/whole-etag.ts'
import type { NotificationRow } from '../../notifications/owner.ts'
import type { StoredReceiver, StoredTask } from './load-stored.ts'

const rulesOf = (rows: readonly NotificationRow[]) => rows.map(({ notification }) => notification)

export const etagOfTask = (stored: StoredTask): string =>
  wholeEtag(versionOf(stored).version, {
    key: stored.task.key,
    notifications: rulesOf(stored.notifications),
    charts: stored.charts,
  })

export const etagOfReceiver = ({ receiver, notifications }: StoredReceiver): string =>
  wholeEtag(receiver.version, { key: receiver.key, notifications: rulesOf(notifications) })
