import { nameInMail } from '@knockwire/domain/mail/name-in-mail'
import { limitsOf } from '@knockwire/domain/instance/limits'
import type { Plan } from '@knockwire/domain/plans/plan'
import type { RejectionReason } from '@knockwire/domain/receivers/rejections'
import { ownerAddresses } from '@knockwire/services/accounts/owner-addresses'
import { sendSystemMails, type SystemMail } from '@knockwire/services/mail/send-system-mails'
import { takeTurn } from '@knockwire/services/usage/rate-window'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Settings } from '../settings.ts'
import type { MaintenanceJob } from './start-maintenance.ts'

const dayMs = 86_400_000

const turnOf = (accountId: string) => `rejection-mail:${accountId}`

/** Accounts with rejected requests of the last hour that were not mailed for a day, with all those of that day. */
const rejectedSql = `
  with owners as (
    select distinct a.id, a.plan
    from rejected_requests q
    join receivers r on r.id = q.receiver_id and not r.is_draft
    join accounts a on a.id = r.account_id
    where q.minute > now() - interval '1 hour'
      and not exists (select from rate_windows w where w.key = '${turnOf('')}' || a.id and w.expires_at > now())
    limit 100
  )
  select o.id as account_id, o.plan, r.id as receiver_id, r.name, q.reason, sum(q.count)::int as count
  from owners o
  join receivers r on r.account_id = o.id and not r.is_draft
  join rejected_requests q on q.receiver_id = r.id and q.minute > now() - interval '24 hours'
  group by o.id, o.plan, r.id, q.reason
  order by o.id, r.id, q.reason`

interface Rejected {
  account_id: string
  plan: Plan
  receiver_id: string
  name: string
  reason: RejectionReason
  count: number
}

/** Mails the owners of receivers that rejected requests, each at most once in 24 hours, however many receivers there are. */
export const mailRejections: MaintenanceJob = async (client, { queue, settings }) => {
  const { rows } = await client.query<Rejected>(rejectedSql)
  const db = drizzle(client)
  const mails: SystemMail[] = []
  const byAccount = Map.groupBy(rows, ({ account_id: id }) => id)
  const addresses = await ownerAddresses(db, [...byAccount.keys()])
  for (const [accountId, rejected] of byAccount) {
    const isTurn = await takeTurn(db, { key: turnOf(accountId), everyMs: dayMs, nowMs: Date.now() })
    if (!isTurn) continue
    const mail = mailOf(accountId, rejected, settings)
    mails.push(...(addresses.get(accountId) ?? []).map((to) => ({ ...mail, to })))
  }
  const { publicOrigin } = settings
  return (await sendSystemMails(db, mails, { queue, publicOrigin, nowMs: Date.now() })).length
}

function mailOf(accountId: string, rejected: readonly Rejected[], settings: Settings): Omit<SystemMail, 'to'> {
  const { publicOrigin } = settings
  const receivers = [...Map.groupBy(rejected, ({ receiver_id: id }) => id)]
  const name = nameInMail(rejected[0]?.name ?? '')
  return {
    kind: 'requests rejected',
    accountId,
    subject:
      receivers.length === 1 ? `Requests rejected: ${name}` : `Requests rejected by ${receivers.length} receivers`,
    text: [
      'Your receivers rejected requests in the last 24 hours. These requests were not recorded.',
      ...receivers.map(([id, counts]) =>
        [
          `"${nameInMail(counts[0]?.name ?? '')}": ${publicOrigin}/dashboard/receivers/${id}/executions`,
          ...counts.map((one) => `- ${one.count.toLocaleString('en')}: ${explain(one, settings)}`),
        ].join('\n'),
      ),
      'You get this email at most once a day. The history of each receiver shows what it rejected in the last 7 days.',
    ].join('\n\n'),
  }
}

function explain({ reason, plan }: Rejected, settings: Settings): string {
  const { label, receiverCallsPerMinute } = limitsOf(plan, settings)
  switch (reason) {
    case 'OVER_LIMIT':
      return `over ${label === null ? 'the' : "your plan's"} limit of ${receiverCallsPerMinute} requests a minute (429)`
    case 'TOO_LARGE':
      return 'the body was larger than 1 MiB (413)'
    case 'METHOD_NOT_ALLOWED':
      return 'the method was not GET, HEAD or POST (405)'
    case 'DISABLED':
      return 'the receiver was deactivated (404)'
    case 'UNAVAILABLE':
      return 'the request could not be recorded (503; the sender is asked to try again)'
  }
}
