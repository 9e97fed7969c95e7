import type { heartbeatChanges } from '@knockwire/db/schema/receivers'
import { plainArray } from '@knockwire/db/sql-array'
import { type DecidedValues, heartbeatTemplateValues } from '@knockwire/domain/notifications/template-values'
import { receiverUrl } from '@knockwire/domain/receivers/receiver'
import { fallbackTimeZone } from '@knockwire/domain/schedules/schedule-zone'
import { conditionText, wordsOf } from '@knockwire/services/deliveries/condition-text'
import { changeOf } from '@knockwire/services/heartbeats/heartbeat-columns'
import type pg from 'pg'
import type { Attempt } from '../begin/begin-attempts.ts'
import type { SubjectFor, SubjectTools } from './load-subjects.ts'
import { summarizeHeartbeat } from './message-summary.ts'

const heartbeatsSql = `
  select c.id, c.state, c.reason, c.at, c.expected_at as "expectedAt", c.last_signal_at as "lastSignalAt",
    c.duration_ms::float8 as "durationMs", c.exit_code as "exitCode",
    c.absence_ms::float8 as "absenceMs", c.counted, r.id as "receiverId", r.name, r.token,
    h.expectation ->> 'timezone' as timezone
  from heartbeat_changes c join receivers r on r.id = c.receiver_id left join heartbeats h on h.receiver_id = c.receiver_id
  where c.id = any ($1::uuid[])`

interface Receiver {
  name: string
  token: string
  timezone: string | null
}

type HeartbeatRow = typeof heartbeatChanges.$inferSelect & Receiver

/** Those of the ids that are changes of a heartbeat. */
export const loadHeartbeats = async (
  client: pg.PoolClient,
  ids: readonly string[],
  { publicOrigin, receiverOrigin }: SubjectTools,
): Promise<[string, SubjectFor][]> => {
  if (ids.length === 0) return []
  const { rows } = await client.query<HeartbeatRow>(heartbeatsSql, [plainArray(ids)])
  return rows.map((row) => [
    row.id,
    (attempt) => {
      const change = changeOf(row)
      const receiver = { id: row.receiverId, name: row.name, url: receiverUrl(receiverOrigin, row.token) }
      const values = heartbeatTemplateValues({ publicOrigin, receiver, change, decided: decidedOf(attempt) })
      const { occasion, verdict } = attempt
      const summary = summarizeHeartbeat({
        title: row.name,
        url: values.receiver.detailUrl,
        change,
        timeZone: row.timezone ?? fallbackTimeZone,
        alert: { occasion, state: wordsOf(attempt).state, verdict },
      })
      return { values, summary }
    },
  ])
}

/** What was decided on a request, for its templates. */
export const decidedOf = (attempt: Attempt): DecidedValues => {
  const { verdict, occasion } = attempt
  return {
    condition: {
      description: conditionText(attempt) ?? '',
      value: verdict?.value ?? null,
      previousValue: verdict?.previousValue ?? null,
      holds: occasion === 'HOLDS',
    },
    alert: { ...wordsOf(attempt), since: verdict?.since ?? null, count: verdict?.count ?? null },
  }
}
