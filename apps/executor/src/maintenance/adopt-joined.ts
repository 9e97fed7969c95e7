import type { NotificationType } from '@knockwire/domain/notifications/deliveries/delivery'
import type { Queue } from '@knockwire/queue/queue'
import type pg from 'pg'
import { sendDeliveries } from '@knockwire/services/deliveries/delivery-jobs'
import { adoptSql } from '@knockwire/services/deliveries/delivery-sql'

/** Mails at a time. */
const mailsAtOnce = 500

/** The oldest of those that wait takes the place of the one that they have joined, and is sent when that would have been. */
const adoptOldestSql = `
  with oldest as materialized (
    select distinct on (d.joined_to) d.joined_to as gone, d.id from deliveries d
    where d.status = 'PENDING' and d.joined_to is not null
      and not exists (select from deliveries w where w.id = d.joined_to and w.status = 'PENDING')
    order by d.joined_to, d.id limit ${mailsAtOnce}
  ), adopted as (${adoptSql}
  )
  select id, type, account_id as "accountId",
    coalesce(greatest(0, extract(epoch from next_attempt_at - now())), 0)::float8 as "startAfterSeconds"
  from adopted where id = joined_to`

interface Adopting {
  id: string
  type: NotificationType
  accountId: string
  startAfterSeconds: number
}

/**
 * Deliveries that have joined a mail have no job of their own. Where the delivery whose mail was to list them has been
 * deleted with its execution or request, another one lists them, and its job is queued. Gives how many such mails there were.
 */
export const adoptJoined = async (client: pg.PoolClient, queue: Queue): Promise<number> => {
  const { rows } = await client.query<Adopting>(adoptOldestSql)
  await sendDeliveries(queue, client, rows)
  return rows.length
}
