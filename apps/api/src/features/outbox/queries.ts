import { devOutbox } from '@knockwire/db/schema/outbox'
import { desc, eq } from 'drizzle-orm'
import type { ApiContext } from '../../context.ts'

export type OutboxRow = typeof devOutbox.$inferSelect

const newest = 200

export const listOutbox = async ({ db }: ApiContext, to: string | undefined): Promise<OutboxRow[]> =>
  db
    .select()
    .from(devOutbox)
    .where(to === undefined ? undefined : eq(devOutbox.to, to))
    .orderBy(desc(devOutbox.id))
    .limit(newest)
