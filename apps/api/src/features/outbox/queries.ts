import { devOutbox } from '@knockwire/db/schema/outbox'
import type { OutboxItem } from '@knockwire/domain/outbox'
import { desc, eq } from 'drizzle-orm'
import type { ApiContext } from '../../context.ts'

type OutboxRow = typeof devOutbox.$inferSelect

const newest = 200

export const listOutbox = async ({ db }: ApiContext, to: string | undefined): Promise<OutboxRow[]> =>
  db
    .select()
    .from(devOutbox)
    .where(to === undefined ? undefined : eq(devOutbox.to, to))
    .orderBy(desc(devOutbox.id))
    .limit(newest)

export const presentOutboxItem = (row: OutboxRow): OutboxItem => ({
  channel: row.channel,
  to: row.to,
  subject: row.subject,
  body: row.body,
  html: row.html,
  createdAt: row.createdAt.toISOString(),
})
