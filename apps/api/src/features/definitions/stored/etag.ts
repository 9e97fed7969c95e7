import { createHash } from 'node:crypto'
import { versionOf } from '../../../access/owned/owned-task.ts'
import type { NotificationRow } from '../../notifications/owner.ts'
import type { StoredReceiver, StoredTask } from './load-stored.ts'

const digestOf = (contents: unknown) =>
  createHash('sha256').update(JSON.stringify(contents)).digest('base64url').slice(0, 12)

const versionsOf = (rows: readonly NotificationRow[]) =>
  rows.map(({ notification: { id, key, version } }) => [id, key, version])

/** Of a whole task: its version, and a digest of its notifications and bookmarks, which have versions of their own. */
export const etagOfTask = (stored: StoredTask): string => {
  const bookmarks = stored.charts.map(({ id, key, name, source, property }) => [id, key, name, source, property])
  const { key, description, labels } = stored.task
  const digest = digestOf([versionsOf(stored.notifications), bookmarks, key, description, labels])
  return `"${versionOf(stored).version}-${digest}"`
}

export const etagOfReceiver = ({ receiver, notifications }: StoredReceiver): string =>
  `"${receiver.version}-${digestOf([versionsOf(notifications), receiver.key])}"`
