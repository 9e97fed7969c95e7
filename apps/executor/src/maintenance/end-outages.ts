import { ownerAddresses } from '@knockwire/services/accounts/owner-addresses'
import { sendSystemMails, type SystemMail } from '@knockwire/services/mail/send-system-mails'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { MaintenanceJob } from './start-maintenance.ts'

/** Executors say every ten seconds that an outage lasts. */
const endSql = `
  update network_outages set ended_at = last_at where ended_at is null and last_at < now() - interval '45 seconds'`

/** Rows go as they are mailed, in the transaction that queues the mail: each account gets one for each outage. */
const toMailSql = `
  delete from network_outage_accounts affected using network_outages o
  where o.id = affected.outage_id and o.ended_at is not null and (affected.outage_id, affected.account_id) in (
    select a.outage_id, a.account_id from network_outage_accounts a join network_outages ended on ended.id = a.outage_id
    where ended.ended_at is not null limit 500
  )
  returning affected.account_id, affected.runs, o.from_at, o.ended_at`

const deleteOldSql = `delete from network_outages where ended_at < now() - interval '90 days'`

interface Affected {
  account_id: string
  runs: number
  from_at: Date
  ended_at: Date
}

/** Ends outages that no executor sees any more, and tells each account once what it has missed. */
export const endOutages: MaintenanceJob = async (client, { queue, settings }) => {
  await client.query(endSql)
  await client.query(deleteOldSql)
  const { rows } = await client.query<Affected>(toMailSql)
  const { publicOrigin } = settings
  const db = drizzle(client)
  const accountIds = rows.map((row) => row.account_id)
  const addresses = await ownerAddresses(db, [...new Set(accountIds)])
  const mails = rows.flatMap((row) => (addresses.get(row.account_id) ?? []).map((to) => gapMail(row, to, publicOrigin)))
  await sendSystemMails(db, mails, { queue, publicOrigin, nowMs: Date.now() })
  return rows.length
}

const timeOf = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

const gapMail = (
  { account_id: accountId, runs, from_at: from, ended_at: to }: Affected,
  address: string,
  publicOrigin: string,
): SystemMail => {
  const minutes = Math.max(1, Math.round((to.getTime() - from.getTime()) / 60_000))
  return {
    kind: 'network outage',
    accountId,
    to: address,
    subject: `Your tasks could not be checked for ${minutes === 1 ? 'a minute' : `${minutes} minutes`}`,
    text: [
      `Knockwire's own network failed from ${timeOf(from)} to ${timeOf(to)}. ${runs === 1 ? 'One execution of your tasks is' : `${runs.toLocaleString('en')} executions of your tasks are`} inconclusive: we don't know whether the targets worked at that time.`,
      'These executions count neither as failures nor in the uptime. They sent no alerts and deactivated no tasks. They are not repeated: each task continues with its next execution.',
      `Your tasks: ${publicOrigin}/dashboard/tasks`,
    ].join('\n\n'),
  }
}
