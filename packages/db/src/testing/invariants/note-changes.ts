import type pg from 'pg'

/** Each change of when a task runs, as it was committed: what its schedule demanded; and each end of an execution. */
const changesSql = `
  create schema noted;
  create table noted.changes (
    seq bigint generated always as identity primary key, task_id uuid not null, at timestamptz not null, status text not null,
    mode text not null, anchor_at timestamptz, interval_second int, once_second bigint, expression text, timezone text,
    catch_up text not null);
  create function noted.note() returns trigger language plpgsql as $$
    declare r schedules := case when tg_op = 'DELETE' then old else new end;
    begin
      insert into noted.changes (task_id, at, status, mode, anchor_at, interval_second, once_second, expression, timezone, catch_up)
      values (r.task_id, clock_timestamp(), case when tg_op = 'DELETE' then 'DELETED' else r.status end, r.mode, r.anchor_at,
        r.interval_second, r.one_time_mode_epoch_second, r.expression, r.timezone, r.catch_up);
      return null;
    end $$;
  create trigger noted_change after update on schedules for each row
    when ((old.status, old.mode, old.interval_second, old.anchor_at, old.one_time_mode_epoch_second, old.expression, old.timezone, old.catch_up)
      is distinct from (new.status, new.mode, new.interval_second, new.anchor_at, new.one_time_mode_epoch_second, new.expression, new.timezone, new.catch_up))
    execute function noted.note();
  create trigger noted_gone after insert or delete on schedules for each row execute function noted.note();
  create table noted.missed (id uuid primary key, at timestamptz not null);
  create function noted.note_missed() returns trigger language plpgsql as $$
    begin
      insert into noted.missed (id, at) values (new.id, clock_timestamp());
      return null;
    end $$;
  create trigger noted_missed after insert on missed_runs for each row execute function noted.note_missed();
  create table noted.ends (
    seq bigint generated always as identity primary key, execution_id uuid not null, status text not null);
  create function noted.note_end() returns trigger language plpgsql as $$
    begin
      insert into noted.ends (execution_id, status) values (new.id, new.status);
      return null;
    end $$;
  create trigger noted_end after update of status on executions for each row
    when (new.status in ('SUCCEEDED', 'FAILED')) execute function noted.note_end();`

/** From now on notes what the schedules of a database demand, for the checker. */
export const noteChanges = async (pool: pg.Pool): Promise<void> => {
  await pool.query(changesSql)
}
