import type { DeliveryOccasion, DeliveryVerdict } from '@knockwire/db/schema/notifications'
import { allowanceOf } from '@knockwire/domain/notifications/allowance/usage-limit'
import { fallbackTimeZone } from '@knockwire/domain/schedules/schedule-zone'
import type pg from 'pg'
import { wordsOf } from '@knockwire/services/deliveries/condition-text'
import type { Message } from '@knockwire/services/channels/channel'
import type { Attempt } from '../begin/begin-attempts.ts'
import { loadSubjects, type SubjectFor, type SubjectTools } from './load-subjects.ts'
import { dateTimeText, resultText } from './message-summary.ts'

/** Alerts that a mail lists; the history has all. */
const mostListed = 100

/** The newest first. All of them are waiting: nobody else ends them. */
const joinedSql = `
  select f.subject_id, f.occasion, f.verdict, f.created_at, count(*) over ()::int as total,
    d.execution_id is not null or q.id is not null or c.id is not null as has_subject, c.id is not null as is_heartbeat,
    case when e.status = 'SUCCEEDED' then e.status_code end as status_code, e.response_time_ms, d.error_message,
    coalesce(s.timezone, s.one_time_mode_timezone) as timezone, q.method, q.remote_address
  from deliveries f
  left join executions e on e.id = f.subject_id
  left join execution_details d on d.execution_id = e.id
  left join schedules s on s.task_id = e.task_id
  left join received_requests q on q.id = f.subject_id
  left join heartbeat_changes c on c.id = f.subject_id
  where f.joined_to = $1 and f.status = 'PENDING'
  order by f.id desc limit ${mostListed}`

interface JoinedRow {
  subject_id: string
  occasion: DeliveryOccasion
  verdict: DeliveryVerdict | null
  created_at: Date
  total: number
  /** Its execution, request or change of a heartbeat has not been deleted. */
  has_subject: boolean
  is_heartbeat: boolean
  status_code: number | null
  response_time_ms: number | null
  error_message: string | null
  timezone: string | null
  method: string | null
  remote_address: string | null
}

/**
 * The message of a mail that waited, and that others have joined meanwhile: it is about the newest of them, and lists all. Any
 * other message stays as it is.
 */
export const withJoined = async (
  client: pg.PoolClient,
  attempt: Attempt,
  { message, ...tools }: SubjectTools & { message: Message },
): Promise<Message> => {
  if (!isListing(attempt)) return message
  const rows = await readJoined(client, attempt)
  const total = rows[0]?.total ?? 0
  if (total <= 1) return message
  const { about, subject } = await loadNewest(client, { attempt, rows, tools })
  const { subjectId, occasion, createdAt } = about
  return {
    ...message,
    ...(subject && { subjectId, occasion, createdAt, ...subject(about) }),
    joined: { count: total, text: listText(attempt, rows, total) },
  }
}

/**
 * What a mail that lists others is about where its own execution or request has been deleted while it waited: the newest of
 * them that is still there. Undefined where none is, and for any other mail.
 */
export const subjectOfJoined = async (
  client: pg.PoolClient,
  attempt: Attempt,
  tools: SubjectTools,
): Promise<SubjectFor | undefined> => {
  if (!isListing(attempt)) return undefined
  const { about, subject } = await loadNewest(client, { attempt, rows: await readJoined(client, attempt), tools })
  return subject && (() => subject(about))
}

const isListing = ({ joinedTo, deliveryId }: Attempt) => joinedTo === deliveryId

const readJoined = async (client: pg.PoolClient, { deliveryId }: Attempt): Promise<JoinedRow[]> =>
  (await client.query<JoinedRow>(joinedSql, [deliveryId])).rows

interface Listing {
  attempt: Attempt
  rows: readonly JoinedRow[]
  tools: SubjectTools
}

/** The newest whose execution or request is still there, and what it says. */
const loadNewest = async (client: pg.PoolClient, { attempt, rows, tools }: Listing) => {
  const newest = rows.find((row) => row.has_subject)
  if (newest === undefined) return { about: attempt, subject: undefined }
  const { subject_id: subjectId, occasion, verdict, created_at: createdAt } = newest
  const about: Attempt = { ...attempt, subjectId, occasion, verdict, createdAt }
  return { about, subject: (await loadSubjects(client, [about], tools)).get(subjectId) }
}

const listText = ({ limits }: Attempt, rows: readonly JoinedRow[], total: number): string => {
  const { limit, per } = allowanceOf('email', limits)
  const older = total - rows.length
  return [
    `This email lists ${total} alerts of one notification. The last tenth of your ${limits.label === null ? 'account' : 'plan'}’s ${limit} emails a ${per} is reached, so each notification sends at most one an hour:`,
    [...(older === 0 ? [] : [`${older} older ones are in the history.`]), ...rows.toReversed().map(lineOf)].join('\n'),
  ].join('\n\n')
}

const lineOf = (row: JoinedRow): string => {
  const at = dateTimeText(row.created_at, row.timezone ?? fallbackTimeZone)
  if (row.occasion === 'REQUEST') return `${at}: ${row.method ?? 'Request'} from ${row.remote_address ?? 'unknown'}`
  if (row.is_heartbeat) return `${at}: ${heartbeatLine(row)}`
  const state = row.occasion === 'RECOVERED' ? 'Recovered' : 'Alert'
  if (row.method !== null) return `${at}: ${state}, ${row.method} from ${row.remote_address ?? 'unknown'}`
  const result = { statusCode: row.status_code, responseTimeMs: row.response_time_ms, error: row.error_message }
  return `${at}: ${state}, ${resultText(result)}`
}

const heartbeatLine = (row: JoinedRow): string => {
  const { state, summary } = wordsOf(row)
  return `${state}, ${summary}`
}
