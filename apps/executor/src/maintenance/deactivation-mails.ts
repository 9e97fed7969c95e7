import { nameInMail } from '@knockwire/domain/mail/name-in-mail'
import { ownerAddresses } from '@knockwire/services/accounts/owner-addresses'
import { sendSystemMails, type SystemMail } from '@knockwire/services/mail/send-system-mails'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { MaintenanceJob } from './start-maintenance.ts'

/** An account's tasks mostly fail together: a mail waits until no more of them were deactivated for so long, */
const quietSeconds = 60
/** and no longer than this. */
const longestSeconds = 900
/** Tasks that a mail names. */
const mostNamed = 20

/** Those that were activated again meanwhile are not mailed about. */
const takeSql = `
  with due as (
    select account_id from deactivations_to_mail group by account_id
    having max(deactivated_at) <= now() - interval '${quietSeconds} seconds'
      or min(deactivated_at) <= now() - interval '${longestSeconds} seconds'
    order by account_id limit 100
  ), taken as (
    delete from deactivations_to_mail where account_id in (select account_id from due) returning *
  )
  select taken.account_id, taken.failures, t.id as task_id, t.name, t.request ->> 'uri' as uri,
    t.completion_second is not null as "hasCompletion"
  from taken join tasks t on t.id = taken.task_id
  join schedules s on s.task_id = t.id and s.status = 'DISABLED' and s.disabled_reason = 'FAILURES'
  order by taken.account_id, taken.deactivated_at, t.id`

interface DeactivatedTask {
  account_id: string
  failures: number
  task_id: string
  name: string | null
  uri: string
  /** Its target reports later how an execution ended. */
  hasCompletion: boolean
}

/** Tells owners which of their tasks were deactivated for their failures: one mail an account and owner, however many there are. */
export const mailDeactivations: MaintenanceJob = async (client, { queue, settings }) => {
  const { rows } = await client.query<DeactivatedTask>(takeSql)
  const { publicOrigin } = settings
  const db = drizzle(client)
  const byAccount = Map.groupBy(rows, ({ account_id: id }) => id)
  const addresses = await ownerAddresses(db, [...byAccount.keys()])
  const mails = [...byAccount].flatMap(([accountId, tasks]) =>
    (addresses.get(accountId) ?? []).map((to) => ({ accountId, to, ...deactivationMail(tasks, publicOrigin) })),
  )
  return (await sendSystemMails(db, mails, { queue, publicOrigin, nowMs: Date.now() })).length
}

const titleOf = ({ name, uri }: DeactivatedTask) => nameInMail(name === null || name === '' ? uri : name)

const failuresOf = (tasks: readonly DeactivatedTask[]) =>
  tasks.some(({ hasCompletion }) => hasCompletion)
    ? 'when no response arrives, when the target reports a failure, or when it reports nothing in time'
    : 'when no response arrives'

const explanationOf = (tasks: readonly DeactivatedTask[]) =>
  `An execution counts as failed ${failuresOf(tasks)}; 4xx and 5xx don't count.`

type Mail = Omit<SystemMail, 'accountId' | 'to'>

const failedInARow = ({ failures }: DeactivatedTask) =>
  failures === 1 ? 'an execution failed' : `${failures} executions failed in a row`

const deactivationMail = (tasks: readonly DeactivatedTask[], publicOrigin: string): Mail => {
  const [first] = tasks
  if (first !== undefined && tasks.length === 1) return mailOfOne(first, publicOrigin)
  const named = tasks.slice(0, mostNamed).map((task) => `- ${titleOf(task)} (${failedInARow(task)})`)
  const more = tasks.length - named.length
  return {
    kind: 'task deactivated',
    subject: `${tasks.length.toLocaleString('en')} tasks deactivated`,
    text: [
      `${tasks.length.toLocaleString('en')} of your tasks were deactivated because their executions failed.`,
      [...named, ...(more > 0 ? [`and ${more.toLocaleString('en')} more`] : [])].join('\n'),
      `${explanationOf(tasks)} In the list, you can select all tasks that match a filter and activate them together.`,
      `See them and activate them again: ${publicOrigin}/dashboard/tasks?status=FAILING`,
    ].join('\n\n'),
  }
}

const mailOfOne = (task: DeactivatedTask, publicOrigin: string): Mail => {
  const title = titleOf(task)
  return {
    kind: 'task deactivated',
    subject: `Task deactivated: ${title}`,
    text: [
      `Your task "${title}" was deactivated: ${failedInARow(task)}.`,
      explanationOf([task]),
      `See what happened and activate it again: ${publicOrigin}/dashboard/tasks/${task.task_id}`,
    ].join('\n\n'),
  }
}
