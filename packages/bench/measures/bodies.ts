import { countRuns, sleep, untilRecorded, type Bench } from '../parts/bench.ts'
import { memoryMb } from '../parts/cpu.ts'

export interface Bodies {
  idleMb: number
  peakMb: number
  slowestRoundMs: number
  storedBytesPerRun: number
}

const accounts = 40
const tasksEach = 25
const runs = accounts * tasksEach
const bodyLength = 262_144
const rounds = 6
/** The requests change after as many rounds, and are stored again. */
const roundsUnchanged = 3
const withinMs = 60_000

const accountsSql = `
  insert into accounts (id, name, plan, created_at)
  select md5('bodies' || n)::uuid, 'Bodies ' || n, 'FREE', now()
  from generate_series(1, $1::int) n`

/** One character that is not of Latin-1 makes JavaScript hold two bytes for each of all the others. */
const requestSql = `jsonb_build_object('uri', $2::text, 'method', 'PUT', 'headers', '[]'::jsonb,
  'body', left($3::text || repeat(md5('body' || n), $4::int / 32), $4::int - 1) || '€',
  'basicAuth', '{"status":"DISABLED","username":"","password":null}'::jsonb,
  'followRedirect', true, 'allowInsecureCerts', false)`

const tasksSql = `
  insert into tasks (id, account_id, name, is_draft, request, created_at, updated_at)
  select md5('body task' || n)::uuid, md5('bodies' || (1 + n % $5::int))::uuid, 'Task ' || n, false, ${requestSql}, now(), now()
  from generate_series(1, $1::int) n`

const schedulesSql = `
  insert into schedules (task_id, account_id, mode, status, expression, timezone, anchor_at, due_at)
  select t.id, t.account_id, 'CUSTOM', 'ACTIVE', '0 0 1 1 *', 'UTC', now(), now() + interval '1 day'
  from generate_series(1, $1::int) n join tasks t on t.id = md5('body task' || n)::uuid`

const editSql = `
  update tasks t set request = ${requestSql}
  from generate_series(1, $1::int) n where t.id = md5('body task' || n)::uuid`

const dueSql = `
  with due as (
    update schedules s set due_at = date_trunc('milliseconds', now())
    from generate_series(1, $1::int) n where s.task_id = md5('body task' || n)::uuid
    returning 1
  )
  select pg_notify('knockwire_due', '') from (select count(*) from due) counted`

const storedSql = `
  select (select coalesce(sum(octet_length(d.request::text)), 0) from execution_details d)
    + (select coalesce(sum(octet_length(s.request::text)), 0) from sent_requests s) as bytes`

/**
 * Free accounts at their limits: each of their tasks sends a body of the longest kind, all at once, again and again.
 * The runs of a minute have to be over within it, and the executor must not grow with what waits.
 */
export const measureBodies = async (bench: Bench): Promise<Bodies> => {
  const { pool } = bench.database
  const uri = `${bench.targetOrigin}/sink`
  await pool.query(accountsSql, [accounts])
  await pool.query(tasksSql, [runs, uri, '', bodyLength, accounts])
  await pool.query(schedulesSql, [runs])
  await sleep(3000)
  const idleMb = memoryMb(bench.executor.pid, 'now')
  let slowestRoundMs = 0
  for (let round = 0; round < rounds; round += 1) {
    if (round === roundsUnchanged) await pool.query(editSql, [runs, uri, 'edited ', bodyLength])
    const before = await countRuns(bench)
    await pool.query(dueSql, [runs])
    slowestRoundMs = Math.max(slowestRoundMs, await untilRecorded(bench, before, runs, withinMs))
  }
  const { rows } = await pool.query<{ bytes: string }>(storedSql)
  return {
    idleMb,
    peakMb: memoryMb(bench.executor.pid, 'peak'),
    slowestRoundMs,
    storedBytesPerRun: Number(rows[0]?.bytes) / (runs * rounds),
  }
}
