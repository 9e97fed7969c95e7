import type { OutboxItem } from '@knockwire/domain/outbox'
import type { OutboxRow } from './queries.ts'

export const presentOutboxItem = (row: OutboxRow): OutboxItem => ({
  channel: row.channel,
  to: row.to,
  subject: row.subject,
  body: row.body,
  createdAt: row.createdAt.toISOString(),
})
