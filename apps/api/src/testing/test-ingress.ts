import { receivedRequests, receiverCounters, type receivers } from '@knockwire/db/schema/receivers'
import { decryptHeaders } from '@knockwire/services/secrets/stored-headers'
import { insertTestReceiver } from '@knockwire/db/testing/insert-receiver'
import type { HeaderList } from '@knockwire/domain/headers/header-list'
import { eq, sql } from 'drizzle-orm'
import { Registry } from 'prom-client'
import { expect } from 'vitest'
import { type Ingress, type IngressContext, startIngress } from '../ingress/start-ingress.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Settings } from '../settings.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestClock } from './test-clock.ts'
import { createTestSandbox } from './test-sandbox.ts'

export type TestReceiver = typeof receivers.$inferSelect
/** With its headers decrypted. */
export interface Recorded extends Omit<typeof receivedRequests.$inferSelect, 'requestHeaders'> {
  requestHeaders: HeaderList
}

export interface TestIngress {
  test: TestApp
  port: number
  /** Where a receiver is called. */
  urlOf: (receiver: { token: string }) => string
  insertReceiver: (changes?: Parameters<typeof insertTestReceiver>[1]) => Promise<TestReceiver>
  /** What was recorded for a receiver, the oldest first. */
  recorded: (receiver: { id: string }) => Promise<Recorded[]>
  /** How many there are said to be. */
  total: (receiver: { id: string }) => Promise<number>
  close: () => Promise<void>
}

interface Options {
  settings?: Partial<Settings>
  timeouts?: IngressContext['timeouts']
  memoryLimits?: IngressContext['memoryLimits']
  /** Longer than the ingress's own where a test holds a row until others wait for it. */
  lockTimeoutMs?: number
  rejectionFlushMs?: number
  createSandbox?: () => Sandbox
  /** Of its own, where it is not that of the other. */
  clock?: TestClock
  /** A second ingress on the first one's database. */
  sharing?: TestIngress
}

/** An ingress on a free port, in this process, on a real PostgreSQL. */
export const createTestIngress = async ({
  settings,
  timeouts,
  memoryLimits,
  lockTimeoutMs,
  rejectionFlushMs,
  createSandbox = createTestSandbox,
  clock,
  sharing,
}: Options = {}): Promise<TestIngress> => {
  const test = await createTestApp({
    ...(settings && { settings }),
    ...(clock && { clock }),
    ...(sharing && { sharing: sharing.test }),
  })
  const ingress: Ingress = await startIngress({
    ...test.context,
    registry: new Registry(),
    createSandbox,
    ...(timeouts && { timeouts }),
    ...(memoryLimits && { memoryLimits }),
    ...(lockTimeoutMs !== undefined && { lockTimeoutMs }),
    ...(rejectionFlushMs !== undefined && { rejectionFlushMs }),
  })
  const { db } = test
  return {
    test,
    port: ingress.port,
    urlOf: ({ token }) => `http://127.0.0.1:${ingress.port}/r/${token}`,
    insertReceiver: (changes) => insertTestReceiver(db, changes),
    recorded: async ({ id }) => {
      const rows = await db
        .select()
        .from(receivedRequests)
        .where(eq(receivedRequests.receiverId, id))
        .orderBy(sql`${receivedRequests.id}`)
      const { secrets } = test.context
      return rows.map((row) => ({ ...row, requestHeaders: decryptHeaders(row.requestHeaders, secrets) }))
    },
    total: async ({ id }) => {
      const [counters] = await db.select().from(receiverCounters).where(eq(receiverCounters.receiverId, id))
      return counters?.total ?? -1
    },
    close: async () => {
      await ingress.stop()
      await test.close()
    },
  }
}

/** Until at least so many of the ingress's groups wait for a row that somebody else holds. */
export const untilWaiting = ({ test }: TestIngress, groups: number) => {
  const waiting = `
    select 1 from pg_stat_activity
    where datname = current_database() and application_name = 'knockwire-ingress' and wait_event_type = 'Lock'`
  return expect
    .poll(async () => (await test.pool.query(waiting)).rowCount, { interval: 5 })
    .toBeGreaterThanOrEqual(groups)
}
