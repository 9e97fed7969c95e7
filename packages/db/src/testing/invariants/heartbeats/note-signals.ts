import type pg from 'pg'
import type { HeartbeatRecord } from './record.ts'

/** What the sender's key of a signal begins with; the key is the whole query of its URL. */
export const signalPrefix = 'signal-'

/** The time of the statement that stores a request is before its own time, and that of the trigger after it. */
const signalsSql = `
  create table noted.signals (
    seq bigint generated always as identity primary key, key text not null, from_at timestamptz not null, to_at timestamptz not null);
  create function noted.note_signal() returns trigger language plpgsql as $$
    begin
      insert into noted.signals (key, from_at, to_at)
      values (split_part(new.url, '?', 2), statement_timestamp(), clock_timestamp());
      return null;
    end $$;
  create trigger noted_signal after insert on received_requests for each row
    when (new.url like '%?${signalPrefix}%') execute function noted.note_signal();
  create table noted.heartbeat_changes (id uuid primary key, at timestamptz not null);
  create function noted.note_heartbeat_change() returns trigger language plpgsql as $$
    begin
      insert into noted.heartbeat_changes (id, at) values (new.id, clock_timestamp());
      return null;
    end $$;
  create trigger noted_heartbeat_change after insert on heartbeat_changes for each row
    execute function noted.note_heartbeat_change();`

/** From now on notes when signals are stored and heartbeats change, for the checker; \X has been called before. */
export const noteSignals = async (pool: pg.Pool): Promise<void> => {
  await pool.query(signalsSql)
}

const epoch = (column: string) => `extract(epoch from ${column})::float8 * 1000`

const storedSql = `select key, ${epoch('from_at')} as "fromMs", ${epoch('to_at')} as "toMs" from noted.signals order by seq`

const changesSql = `
  select c.id, c.receiver_id as "receiverId", ${epoch('c.at')} as "atMs", c.state, c.reason, c.absence_ms::float8 as "absenceMs",
    ${epoch('n.at')} as "notedAtMs"
  from heartbeat_changes c join noted.heartbeat_changes n on n.id = c.id order by c.at, c.id`

const alertsSql = `
  select d.id, d.notification_id as "notificationId", d.subject_id as "changeId", d.occasion, d.status
  from deliveries d join notifications n on n.id = d.notification_id where n.heartbeat is not null`

type Recorded = Pick<HeartbeatRecord, 'endMs' | 'stored' | 'changes' | 'alerts'>

/** All of one moment. */
export const collectHeartbeats = async (pool: pg.Pool): Promise<Recorded> => {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read')
    const stored = (await client.query<Recorded['stored'][number]>(storedSql)).rows
    const changes = (await client.query<Recorded['changes'][number]>(changesSql)).rows
    const alerts = (await client.query<Recorded['alerts'][number]>(alertsSql)).rows
    const { rows } = await client.query<{ endMs: number }>(`select ${epoch('clock_timestamp()')} as "endMs"`)
    await client.query('commit')
    return { endMs: rows[0]?.endMs ?? Date.now(), stored, changes, alerts }
  } finally {
    client.release()
  }
}
