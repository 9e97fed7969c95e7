import type { DeliveryOccasion, DeliveryVerdict } from '@knockwire/db/schema/notifications'
import { allowanceOf } from '@knockwire/domain/notifications/usage-limit'
import { fallbackTimeZone } from '@knockwire/domain/schedules/zone-clock'
import type pg from 'pg'
import type { Message } from '../channels/channel.ts'
import type { Attempt } from './begin-attempts.ts'
import { loadSubjects, type SubjectTools } from './load-subjects.ts'
import { dateTimeText, resultText } from './message-summary.ts'

/** Alerts that a mail lists; the history has all. */
const mostListed = 100

/** The newest first. All of them are waiting: nobody else ends them. */
const joinedSql = `
  select f.subject_id, f.occasion, f.verdict, f.created_at, count(*) over ()::int as total,
    case when e.status = 'SUCCEEDED' then e.status_code end as status_code, e.response_time_ms, d.error_message,
    coalesce(s.timezone, s.one_time_mode_timezone) as timezone, q.method, q.remote_address
  from deliveries f
  left join executions e on e.id = f.subject_id
  left join execution_details d on d.execution_id = e.id
  left join schedules s on s.task_id = e.task_id
  left join received_requests q on q.id = f.subject_id
  where f.joined_to = $1 and f.status = 'PENDING'
  order by f.id desc limit ${mostListed}`

interface JoinedRow {
  subject_id: string
  occasion: DeliveryOccasion
  verdict: DeliveryVerdict | null
  created_at: Date
  total: number
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
  if (attempt.joinedTo !== attempt.deliveryId) return message
  const { rows } = await client.query<JoinedRow>(joinedSql, [attempt.deliveryId])
  const [newest] = rows
  if (newest === undefined || newest.total === 1) return message
  const { subject_id: subjectId, occasion, verdict, created_at: createdAt, total } = newest
  const about: Attempt = { ...attempt, subjectId, occasion, verdict, createdAt }
  const subject = (await loadSubjects(client, [about], tools)).get(subjectId)
  return {
    ...message,
    // Where the newest has been deleted meanwhile, it stays about the oldest.
    ...(subject && { subjectId, occasion, createdAt, ...subject(about) }),
    joined: { count: total, text: listText(attempt, rows, total) },
  }
}

const listText = ({ plan }: Attempt, rows: readonly JoinedRow[], total: number): string => {
  const { limit, per } = allowanceOf('email', plan)
  const older = total - rows.length
  return [
    `This email lists ${total} alerts of one notification. The last tenth of your plan’s ${limit} emails a ${per} is reached, so each notification sends at most one an hour:`,
    [...(older === 0 ? [] : [`${older} older ones are in the history.`]), ...rows.toReversed().map(lineOf)].join('\n'),
  ].join('\n\n')
}

const lineOf = (row: JoinedRow): string => {
  const at = dateTimeText(row.created_at, row.timezone ?? fallbackTimeZone)
  if (row.occasion === 'REQUEST') return `${at}: ${row.method ?? 'Request'} from ${row.remote_address ?? 'unknown'}`
  const result = { statusCode: row.status_code, responseTimeMs: row.response_time_ms, error: row.error_message }
  return `${at}: ${row.occasion === 'RECOVERED' ? 'Recovered' : 'Alert'}, ${resultText(result)}`
}
