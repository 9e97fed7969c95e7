import { jsonArray, plainArray } from '@knockwire/db/sql-array'
import type pg from 'pg'
import type { RecordedRequest } from './make-deliveries.ts'

const insertSql = `
  insert into undecided_requests (receiver_id, request_id, account_id, rule_versions)
  select receiver_id, request_id, account_id, rule_versions::jsonb
  from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[]) with ordinality
    as recorded (receiver_id, request_id, account_id, rule_versions, n)
  order by n`

/**
 * Leaves recorded requests to an executor, which decides the conditions of their receivers' notifications: in the transaction
 * that records them, and in their order, which is kept since it has the receivers' counters locked.
 */
export const leaveUndecided = async (client: pg.ClientBase, requests: readonly RecordedRequest[]): Promise<void> => {
  const withRules = requests.filter(({ receiver }) => receiver.rules.length > 0)
  if (withRules.length === 0) return
  const values = [
    plainArray(withRules.map(({ receiver }) => receiver.id)),
    plainArray(withRules.map(({ id }) => id)),
    plainArray(withRules.map(({ receiver }) => receiver.accountId)),
    jsonArray(withRules.map((request) => JSON.stringify(versionsOf(request)))),
  ]
  await client.query({ name: 'leave_undecided', text: insertSql, values })
}

const versionsOf = ({ receiver }: RecordedRequest) =>
  Object.fromEntries(receiver.rules.map(({ notificationId, version }) => [notificationId, version]))
