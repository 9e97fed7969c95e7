import { expect, it, vi } from 'vitest'
import { overdue, seedHeartbeat } from '../testing/rows/seed-heartbeat.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'
import { startHeartbeats } from './start-heartbeats.ts'

const { db, url, pool, stopAfter } = await useTestDatabase()
const { context, close } = await createTestContext(url)
stopAfter(close)

it(
  'where so many heartbeats cannot be taken at once, fewer are, until all have been',
  { timeout: 60_000 },
  async () => {
    const all = await Promise.all(Array.from({ length: 15 }, () => seedHeartbeat(db, overdue())))
    // As a turn that the database ends since it takes too long.
    await pool.query(`
    create function refuse_many() returns trigger language plpgsql as $$
    begin
      if (select count(*) from changed) > 4 then raise exception 'too many'; end if;
      return null;
    end $$;
    create trigger refuse_many after update on heartbeats referencing new table as changed
      for each statement execute function refuse_many()`)
    const errors: Error[] = []
    const running = startHeartbeats({ ...context, onError: (error) => errors.push(error) }, () => {})
    stopAfter(running.stop)
    await vi.waitFor(
      async () => {
        for (const one of all) expect(await one.changed()).toEqual(['DOWN SILENT'])
      },
      { timeout: 30_000, interval: 200 },
    )
    await running.stop()
    expect(errors.length).toBeGreaterThan(0)
  },
)
