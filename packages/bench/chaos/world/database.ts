import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@knockwire/db/migrate'
import { startEmbedded } from '@knockwire/embedded-postgres/embedded-postgres'
import { installQueue } from '@knockwire/queue/queues'
import pg from 'pg'
import { parentOf } from '../../parts/cpu.ts'
import { startLink } from './link.ts'

/** Each change of when a task runs, as it was committed: what its schedule demanded. */
const changesSql = `
  create schema chaos;
  create table chaos.changes (
    seq bigint generated always as identity primary key, task_id uuid not null, at timestamptz not null, status text not null,
    mode text not null, anchor_at timestamptz, interval_second int, once_second bigint);
  create function chaos.note() returns trigger language plpgsql as $$
    declare r schedules := case when tg_op = 'DELETE' then old else new end;
    begin
      insert into chaos.changes (task_id, at, status, mode, anchor_at, interval_second, once_second)
      values (r.task_id, clock_timestamp(), case when tg_op = 'DELETE' then 'DELETED' else r.status end, r.mode, r.anchor_at,
        r.interval_second, r.one_time_mode_epoch_second);
      return null;
    end $$;
  create trigger chaos_changed after update on schedules for each row
    when ((old.status, old.mode, old.interval_second, old.anchor_at, old.one_time_mode_epoch_second)
      is distinct from (new.status, new.mode, new.interval_second, new.anchor_at, new.one_time_mode_epoch_second))
    execute function chaos.note();
  create trigger chaos_gone after insert or delete on schedules for each row execute function chaos.note();`

/** A PostgreSQL of the run's own, as durable as it is shipped, and what lies between it and the product. */
export const startDatabase = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'knockwire-chaos-'))
  let postgres = await startEmbedded(directory)
  const { encryptionKey, url } = postgres
  await migrate(url)
  await installQueue(url)
  // The checker's own connections, past the link.
  const pool = new pg.Pool({ connectionString: url, max: 2, application_name: 'chaos' })
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  await pool.query(changesSql)
  const link = await startLink(Number(new URL(url).port))
  const linked = new URL(url)
  linked.port = String(link.port)
  return {
    url: linked.href,
    encryptionKey,
    pool,
    link,
    kill: async () => {
      const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
      process.kill(parentOf(rows[0]?.pid ?? 0), 'SIGKILL')
      await postgres.ended
      await postgres.stop()
    },
    shutDown: () => postgres.stop(),
    start: async () => {
      postgres = await startEmbedded(directory)
      if (postgres.url !== url) throw new Error('PostgreSQL came back at another address.')
    },
    stop: async () => {
      await link.stop()
      await pool.end()
      await postgres.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

export type ChaosDatabase = Awaited<ReturnType<typeof startDatabase>>
