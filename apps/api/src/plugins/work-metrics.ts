import { deliveryJobNames } from '@knockwire/domain/jobs'
import { sql } from 'drizzle-orm'
import { Gauge, type Registry } from 'prom-client'
import type { ApiContext } from '../context.ts'

const oldestDue = sql`
  select coalesce(extract(epoch from now() - min(due_at)), 0)::float8 as seconds
  from schedules where due_at <= now() and in_flight_execution_id is null`

/**
 * What waits in the database, measured by the API, so that it is known where no executor is left to say so. Every process
 * of the API tells the same.
 */
export const measureWork = (registry: Registry, { db, queue }: Pick<ApiContext, 'db' | 'queue'>) => {
  const gauge = (name: string, help: string, read: () => Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await read())
      },
    })
  gauge(
    'knockwire_oldest_due_seconds',
    'How long the task that is due longest has waited to be queued; 0 where none is due.',
    async () => (await db.execute<{ seconds: number }>(oldestDue)).rows[0]?.seconds ?? 0,
  )
  gauge(
    'knockwire_delivery_jobs_waiting',
    'Deliveries whose time has come and that no executor has taken.',
    async () => (await queue.backlog(deliveryJobNames)).waiting,
  )
  gauge(
    'knockwire_oldest_delivery_seconds',
    'How long the delivery that waits longest has waited since its time came.',
    async () => (await queue.backlog(deliveryJobNames)).oldestSeconds,
  )
}
