import { sanitizeForPostgres } from '@knockwire/db/postgres-text'
import { type InstanceWithLimits, limitsOf } from '@knockwire/domain/instance/limits'
import type pg from 'pg'
import type { ReceivedRequest } from '../received-request.ts'
import {
  type BindMessage,
  bytesElement,
  execute,
  floatElement,
  intElement,
  type Statement,
  textElement,
  uuidElement,
} from './bound-statement.ts'
import { addBeats, areSignalsWaitingSql, beatsOf, recordedKindOf, signalParameters, signalsSql } from './signals.ts'
import { storedAnswer, type StoredAnswer } from './stored-answer.ts'

/**
 * A group in one statement. Receiver counters are changed in the order of their ids (`writerSession` keeps the plan so), so that no
 * two groups wait for each other in a ring; one whose version has moved is left out, and with it its requests. Of a
 * minute's calls, those are recorded that the plan has room for. The database's clock says which minute it is, and a
 * group that had to wait across its end does not turn it back. Columns come as arrays in their binary form: as JSON,
 * reading them was a third of PostgreSQL's work. What the recorded ones of a receiver take is the difference of two running
 * totals (`$19`), since which of them are recorded is decided here; and they are numbered on from the receiver's `last_seq`, which is
 * locked until the commit, so that the order of the numbers is that of the commits.
 *
 * @param signalColumn - `, signal` where requests say something to heartbeats; `signals`: `, ` and the parameter that has it.
 */
const recordedSql = (signalColumn: string, signals: string) => `
  with hit as (
    select * from unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $18::int[])
      with ordinality as hit (receiver_id, version, hits, allowed, before, n)
  ), minute as (
    select date_trunc('minute', now(), 'UTC') as start
  ), passed as (
    update receiver_counters g set
      total = g.total + greatest(0, least(hit.hits, hit.allowed - case when g.window_start >= minute.start then g.window_hits else 0 end)),
      window_hits = hit.hits + case when g.window_start >= minute.start then g.window_hits else 0 end,
      window_start = greatest(g.window_start, minute.start),
      last_seq = g.last_seq + greatest(0, least(hit.hits, hit.allowed - case when g.window_start >= minute.start then g.window_hits else 0 end)),
      stored_bytes = g.stored_bytes - ($19::int[])[hit.before + 1] + ($19::int[])[hit.before + 1 + greatest(0,
        least(hit.hits, hit.allowed - case when g.window_start >= minute.start then g.window_hits else 0 end))]
    from hit, minute
    where g.receiver_id = hit.receiver_id and g.version = hit.version
    returning hit.n::int, g.window_start, greatest(0, least(hit.hits, hit.allowed - g.window_hits + hit.hits)) as accepted, g.last_seq
  ), verdict as (
    select array_agg(n) as hits, array_agg(accepted) as accepted, array_agg(last_seq - accepted) as seqs from passed
  ), recorded as (
    insert into received_requests
      (id, receiver_id, created_at, method, url, remote_address, response_code, request_headers, request_body, response_body, response_bytes, content_type, error, stored_bytes, seq${signalColumn})
    select r.id, ($1::uuid[])[r.hit], to_timestamp(r.at / 1000.0), r.method, r.url, r.remote_address, r.code,
      r.headers::jsonb, r.body, r.answer, r.answer_bytes, r.content_type, r.error, r.bytes,
      verdict.seqs[array_position(verdict.hits, r.hit)] + r.rank${signalColumn}
    from verdict, unnest($5::uuid[], $6::int[], $7::int[], $8::float8[], $9::text[], $10::text[], $11::text[], $12::int[],
        $13::text[], $14::bytea[], $15::text[], $16::text[], $17::text[], $20::int[], $21::int[]${signals})
      as r (id, hit, rank, at, method, url, remote_address, code, headers, body, answer, content_type, error, bytes, answer_bytes${signalColumn})
    where r.rank <= verdict.accepted[array_position(verdict.hits, r.hit)]
  )`

const verdictsSql = `
    case when count(*) < cardinality($1::uuid[]) then coalesce(json_agg(n), '[]') end as present,
    json_agg(json_build_object('n', n, 'accepted', accepted, 'minuteLeftMs',
      extract(epoch from window_start + interval '1 minute' - clock_timestamp()) * 1000)) filter (where accepted < ($3::int[])[n]) as short`

const recordRequests: Statement = {
  name: 'record_requests',
  text: `${recordedSql('', '')} select ${verdictsSql} from passed`,
}

const firstSignalParameter = 22
const recordedSignals = `, $${firstSignalParameter + signalParameters}::text[]`

/** For a group with heartbeats: those of other groups cost it nothing. */
const recordSignals: Statement = {
  name: 'record_signals',
  text: `${recordedSql(', signal', recordedSignals)}, ${signalsSql(firstSignalParameter)} select ${verdictsSql}, ${areSignalsWaitingSql} as waiting from passed`,
}

/**
 * For the connections that write. The counters are then found one by one, in the order given, by their index: planned for a
 * small table, all of them would be read for each group (measured: three times the time at 5,000 receivers).
 */
export const writerSession = `
  set plan_cache_mode = force_generic_plan; set jit = off;
  set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off`

/** A receiver, by its place in the group, whose minute had no room for all of its requests. */
interface LimitedReceiver {
  n: number
  accepted: number
  minuteLeftMs: number
}

/** `stale`: the receiver's settings have changed since the request was answered by them. */
export type Verdict = { kind: 'recorded' } | { kind: 'over-limit'; minuteLeftMs: number } | { kind: 'stale' }

const recorded: Verdict = { kind: 'recorded' }
const stale: Verdict = { kind: 'stale' }

interface Ranked {
  request: ReceivedRequest
  answer: StoredAnswer
  /** Its receiver's place in the group, counting from 1. */
  hit: number
  /** Which of its receiver's requests in the group it is, counting from 1. */
  rank: number
}

interface ReceiverBatch {
  receiverId: string
  version: number
  hits: number
  allowed: number
  /** Requests of the receivers before it in the group. */
  before: number
}

export interface Written {
  /** Of each request, in their order. */
  verdicts: Verdict[]
  /** There are signals that an executor is to take. */
  areSignalsWaiting: boolean
}

/** Records a group as far as each receiver's settings and limit still allow, and moves what its heartbeats expect. */
export const writeRequests = async (
  client: pg.ClientBase,
  group: readonly ReceivedRequest[],
  instance: InstanceWithLimits,
): Promise<Written> => {
  const { hits, ranked } = rankByReceiver(group, instance)
  const beats = beatsOf(ranked)
  const saysSomething = ranked.some(({ request }) => recordedKindOf(request) !== null)
  const statement = saysSomething ? recordSignals : recordRequests
  const [present = null, short = null, waiting = null] = await execute(client, statement, (message) => {
    addHits(message, hits)
    addRequests(message, ranked)
    addBytes(message, hits, ranked)
    if (!saysSomething) return
    addBeats(message, beats)
    message.addArray(textElement, ranked, ({ request }) => recordedKindOf(request))
  })
  const areSignalsWaiting = waiting === 't'
  // Usually all are recorded, and the statement returns nulls.
  if (present === null && short === null && ranked.length === group.length)
    return { verdicts: group.map(() => recorded), areSignalsWaiting }
  const verdicts = verdictsOf(ranked, present, short)
  return { verdicts: group.map((request) => verdicts.get(request) ?? stale), areSignalsWaiting }
}

const verdictsOf = (ranked: readonly Ranked[], presentJson: string | null, shortJson: string | null) => {
  const isPresent = presentJson === null ? null : new Set<number>(JSON.parse(presentJson))
  const short: LimitedReceiver[] = shortJson === null ? [] : JSON.parse(shortJson)
  const shortOf = new Map(short.map((one) => [one.n, one]))
  const verdictOf = ({ hit, rank }: Ranked): Verdict => {
    if (isPresent !== null && !isPresent.has(hit)) return stale
    const room = shortOf.get(hit)
    return room === undefined || rank <= room.accepted
      ? recorded
      : { kind: 'over-limit', minuteLeftMs: room.minuteLeftMs }
  }
  return new Map(ranked.map((one) => [one.request, verdictOf(one)]))
}

/** Where settings changed while the group came together, those answered by the older ones are left out. */
const rankByReceiver = (group: readonly ReceivedRequest[], instance: InstanceWithLimits) => {
  const byReceiver = Map.groupBy(group, ({ receiver }) => receiver.id)
  const hits: ReceiverBatch[] = []
  const ranked: Ranked[] = []
  for (const receiverId of [...byReceiver.keys()].toSorted()) {
    const requests = byReceiver.get(receiverId) ?? []
    const newest = requests.map(({ receiver }) => receiver).reduce((a, b) => (b.version > a.version ? b : a))
    const current = requests.filter(({ receiver }) => receiver.version === newest.version)
    const { version, plan } = newest
    hits.push({
      receiverId,
      version,
      hits: current.length,
      allowed: limitsOf(plan, instance).receiverCallsPerMinute,
      before: ranked.length,
    })
    for (const [index, request] of current.entries()) {
      const answer = storedAnswer(request.answer.body)
      ranked.push({ request, answer, hit: hits.length, rank: index + 1 })
    }
  }
  return { hits, ranked }
}

const addHits = (message: BindMessage, hits: readonly ReceiverBatch[]) => {
  message.addArray(uuidElement, hits, ({ receiverId }) => receiverId)
  message.addArray(intElement, hits, ({ version }) => version)
  message.addArray(intElement, hits, (hit) => hit.hits)
  message.addArray(intElement, hits, ({ allowed }) => allowed)
}

const addRequests = (message: BindMessage, ranked: readonly Ranked[]) => {
  const addTexts = (of: (request: ReceivedRequest) => string | null) =>
    message.addArray(textElement, ranked, ({ request }) => of(request))
  message.addArray(uuidElement, ranked, ({ request }) => request.id)
  message.addArray(intElement, ranked, ({ hit }) => hit)
  message.addArray(intElement, ranked, ({ rank }) => rank)
  message.addArray(floatElement, ranked, ({ request }) => request.receivedAtMs)
  addTexts(({ method }) => method)
  addTexts(({ url }) => url)
  addTexts(({ remoteAddress }) => remoteAddress)
  message.addArray(intElement, ranked, ({ request }) => request.answer.code)
  addTexts(({ storedHeaders }) => storedHeaders)
  message.addArray(bytesElement, ranked, ({ request }) => request.body)
  message.addArray(textElement, ranked, ({ answer }) => answer.text)
  addTexts(({ answer }) => answer.contentType)
  addTexts(({ answer }) => (answer.error === null ? null : sanitizeForPostgres(answer.error)))
}

const addBytes = (message: BindMessage, hits: readonly ReceiverBatch[], ranked: readonly Ranked[]) => {
  let sum = 0
  const runningTotals = [0, ...ranked.map(({ request }) => (sum += request.bytes))]
  message.addArray(intElement, hits, ({ before }) => before)
  message.addArray(intElement, runningTotals, (total) => total)
  message.addArray(intElement, ranked, ({ request }) => request.bytes)
  message.addArray(intElement, ranked, ({ answer }) => answer.wholeBytes)
}
