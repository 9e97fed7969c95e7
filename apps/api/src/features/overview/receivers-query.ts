import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { heartbeatChanges, heartbeats, receivers } from '@knockwire/db/schema/receivers'
import { heartbeatStates } from '@knockwire/domain/heartbeats/heartbeat-rules'
import { mostListedProblems, type OverviewView } from '@knockwire/domain/overview/overview'
import { eq, sql } from 'drizzle-orm'
import { createdOf, shownHeartbeat } from '../../access/owned/owned-receiver.ts'
import { wireTime } from './wire-time.ts'

type Receivers = OverviewView['receivers']

/** The account's receivers without drafts, by its index. */
export const readReceivers = async (db: DatabaseOrTransaction, accountId: string): Promise<Receivers> => {
  const states = heartbeatStates.map((state) => sql`${state}::text, count(*) filter (where state = ${state})`)
  const { rows } = await db.execute<Receivers & Record<string, unknown>>(sql`
    with judged as (
      select ${receivers.id} as id, ${receivers.name} as name, ${receivers.status} as status, ${shownHeartbeat} as state,
        ${heartbeats.expectation} ->> 'mode' as mode,
        -- Where nobody is notified of lateness, no change records it.
        case when ${heartbeats.state} = 'UP' then ${heartbeats.expectedAt} else ${heartbeats.since} end as since,
        ${heartbeats.lastSignalAt} as last_signal_at, ${heartbeats.expectedAt} as expected_at, ${heartbeats.changeId} as change_id
      from ${receivers} left join ${heartbeats} on ${eq(heartbeats.receiverId, receivers.id)}
      where ${createdOf(accountId)}
    ), listed as (
      select * from judged where state in ('DOWN', 'LATE') order by state, since desc, id desc limit ${mostListedProblems}
    )
    select jsonb_build_object('ACTIVE', count(*) filter (where status = 'ACTIVE'),
        'DISABLED', count(*) filter (where status = 'DISABLED')) as counts,
      jsonb_build_object(${sql.join(states, sql`, `)}) as heartbeats,
      count(*) filter (where state in ('DOWN', 'LATE'))::int as problems,
      (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'state', l.state, 'mode', l.mode, 'since', ${wireTime('l.since')},
          'reason', case when l.state = 'DOWN' then c.reason end, 'duration', case when l.state = 'DOWN' then c.duration_ms end, 'lastSignalAt', ${wireTime('l.last_signal_at')},
          'expectedAt', ${wireTime('l.expected_at')}) order by l.state, l.since desc, l.id desc), '[]')
        from listed l left join ${heartbeatChanges} c on c.id = l.change_id) as results
    from judged`)
  const [row] = rows
  if (row === undefined) throw new Error('The receivers were not counted.')
  return row
}
