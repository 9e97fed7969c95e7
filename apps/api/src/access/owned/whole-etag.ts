import { createHash } from 'node:crypto'
import type { Transaction } from '@knockwire/db/client'
import { notifications } from '@knockwire/db/schema/notifications'
import { charts } from '@knockwire/db/schema/tasks'
import { AppError } from '@knockwire/domain/errors'
import { asc, eq } from 'drizzle-orm'

/** What belongs to a task or receiver and has its own versions, or none. */
export interface Contents {
  key: string | null
  notifications: readonly { id: string; key: string | null; version: number }[]
  charts?: readonly { id: string; key: string | null; name: string; source: string; property: string }[]
}

const digestOf = ({ key, notifications: rules, charts: plotted = [] }: Contents): string => {
  const contents = [
    key,
    rules.map((rule) => [rule.id, rule.key, rule.version]),
    plotted.map((one) => [one.id, one.key, one.name, one.source, one.property]),
  ]
  return createHash('sha256').update(JSON.stringify(contents)).digest('base64url').slice(0, 12)
}

/** Of the whole: its version, and a digest of what belongs to it. */
export const wholeEtag = (version: number, contents: Contents): string => `"${version}-${digestOf(contents)}"`

interface Seen {
  kind: 'task' | 'receiver'
  /** Locked. */
  row: { id: string; key: string | null }
  /** Of what the caller saw; undefined where they name a version alone, or none. */
  digest: string | undefined
  current: () => object
}

/** Throws `OUT_OF_DATE` where what belongs to a task or receiver is not what the caller saw. */
export const requireContents = async (tx: Transaction, { kind, row, digest, current }: Seen): Promise<void> => {
  if (digest === undefined) return
  const owner = kind === 'task' ? notifications.taskId : notifications.receiverId
  const rules = await tx.select().from(notifications).where(eq(owner, row.id)).orderBy(asc(notifications.id))
  const plotted =
    kind === 'task' ? await tx.select().from(charts).where(eq(charts.taskId, row.id)).orderBy(asc(charts.id)) : []
  if (digest === digestOf({ key: row.key, notifications: rules, charts: plotted })) return
  const message = 'What belongs to this was changed elsewhere since you read it. Nothing was changed by this call.'
  throw new AppError('OUT_OF_DATE', message, { conflict: { current: current(), changedFields: ['notifications'] } })
}
