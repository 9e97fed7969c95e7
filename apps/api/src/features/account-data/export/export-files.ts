import type { Database } from '@knockwire/db/client'
import type { InstanceWithLimits } from '@knockwire/domain/instance/limits'
import { accounts, verifiedEmails } from '@knockwire/db/schema/accounts'
import { billingAccounts } from '@knockwire/db/schema/billing'
import { apiTokens, invitations, oidcIdentities, passkeys } from '@knockwire/db/schema/credentials'
import { executionRollups } from '@knockwire/db/schema/executions'
import { notifications, slackChannels } from '@knockwire/db/schema/notifications'
import { accountSecrets, projects } from '@knockwire/db/schema/projects'
import { rateAlerts, rateSubscriptions } from '@knockwire/db/schema/rates'
import { heartbeatChanges, heartbeats, receiverRollups, receivers } from '@knockwire/db/schema/receivers'
import { charts, missedRuns, schedulePauses, schedules, tasks } from '@knockwire/db/schema/tasks'
import { memberships, sessions, users } from '@knockwire/db/schema/users'
import { and, asc, eq, getTableColumns, gt } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { executionRows, receivedRows } from './history-rows.ts'
import { auditEvents } from '@knockwire/db/schema/audit'

export interface ExportFile {
  name: string
  /** What the archive's README says of it. */
  holds: string
  rows: (db: Database, accountId: string, userId: string) => AsyncIterable<object>
}

/** What opens something: left out, hashes too. */
const leftOut = new Set(['passwordHash', 'idHash', 'tokenHash', 'previousTokenHash', 'leaseToken', 'leaseUntil'])

const readable = (row: object): object => Object.fromEntries(Object.entries(row).filter(([name]) => !leftOut.has(name)))

const rowsAtOnce = 50

/** A table's rows of one owner, in the order of `key`, in short queries. */
const rowsOf = (table: PgTable, owner: PgColumn, key: PgColumn) =>
  async function* (db: Database, ownerId: string): AsyncGenerator<object> {
    const name = Object.entries(getTableColumns(table)).find(([, column]) => column === key)?.[0] ?? ''
    let after: unknown
    for (;;) {
      const rest = after === undefined ? undefined : gt(key, after)
      const rows = await db
        .select()
        .from(table)
        .where(and(eq(owner, ownerId), rest))
        .orderBy(asc(key))
        .limit(rowsAtOnce)
      yield* rows.map(readable)
      after = rows.at(-1)?.[name]
      if (rows.length < rowsAtOnce) return
    }
  }

const ofAccount = (table: PgTable & { accountId: PgColumn }, key: PgColumn) => rowsOf(table, table.accountId, key)

/** Of the user who exports, not of the account's other members. */
const ofUser = (table: PgTable & { userId: PgColumn }, key: PgColumn) => {
  const rows = rowsOf(table, table.userId, key)
  return (db: Database, _accountId: string, userId: string) => rows(db, userId)
}

async function* userRow(db: Database, _accountId: string, userId: string): AsyncGenerator<object> {
  yield* (await db.select().from(users).where(eq(users.id, userId))).map(readable)
}

/** Who works in the account; of their own sign-in, each person has their own. */
async function* memberRows(db: Database, accountId: string): AsyncGenerator<object> {
  yield* await db
    .select({
      userId: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      role: memberships.role,
      createdAt: memberships.createdAt,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.accountId, accountId))
}

async function* accountRow(db: Database, accountId: string): AsyncGenerator<object> {
  yield* (await db.select().from(accounts).where(eq(accounts.id, accountId))).map(readable)
}

/** Schedules have no index by account: each comes with its task. */
async function* taskRows(db: Database, accountId: string): AsyncGenerator<object> {
  for await (const task of ofAccount(tasks, tasks.id)(db, accountId)) {
    const { id } = WithId.parse(task)
    const [schedule] = await db.select().from(schedules).where(eq(schedules.taskId, id))
    yield { ...task, schedule }
  }
}

const WithId = z.object({ id: z.string() })

async function* chartRows(db: Database, accountId: string): AsyncGenerator<object> {
  const rows = await db
    .select({ chart: charts })
    .from(charts)
    .innerJoin(tasks, eq(tasks.id, charts.taskId))
    .where(eq(tasks.accountId, accountId))
  yield* rows.map(({ chart }) => chart)
}

/** When each was stored, and no value: a secret is never read back. */
async function* secretRows(db: Database, accountId: string): AsyncGenerator<object> {
  const { name, createdAt, updatedAt } = accountSecrets
  yield* await db
    .select({ name, createdAt, updatedAt })
    .from(accountSecrets)
    .where(eq(accountSecrets.accountId, accountId))
    .orderBy(asc(name))
}

async function* pauseRows(db: Database, accountId: string): AsyncGenerator<object> {
  const rows = await db
    .select({ pause: schedulePauses })
    .from(schedulePauses)
    .innerJoin(tasks, eq(tasks.id, schedulePauses.taskId))
    .where(eq(tasks.accountId, accountId))
    .orderBy(schedulePauses.fromAt)
  yield* rows.map(({ pause }) => pause)
}

async function* missedRows(db: Database, accountId: string): AsyncGenerator<object> {
  for await (const task of ofAccount(tasks, tasks.id)(db, accountId)) {
    const ofTask = eq(missedRuns.taskId, WithId.parse(task).id)
    yield* await db.select().from(missedRuns).where(ofTask).orderBy(asc(missedRuns.fromAt))
  }
}

/** Of one task at a time, since the counts of 90 days are some thousand narrow rows. */
async function* rollupRows(db: Database, accountId: string): AsyncGenerator<object> {
  for await (const task of ofAccount(tasks, tasks.id)(db, accountId)) {
    const ofTask = eq(executionRollups.taskId, WithId.parse(task).id)
    yield* await db.select().from(executionRollups).where(ofTask).orderBy(asc(executionRollups.bucketAt))
  }
}

async function* heartbeatChangeRows(db: Database, accountId: string): AsyncGenerator<object> {
  for await (const receiver of ofAccount(receivers, receivers.id)(db, accountId)) {
    const ofReceiver = eq(heartbeatChanges.receiverId, WithId.parse(receiver).id)
    yield* await db.select().from(heartbeatChanges).where(ofReceiver).orderBy(asc(heartbeatChanges.at))
  }
}

async function* requestCountRows(db: Database, accountId: string): AsyncGenerator<object> {
  for await (const receiver of ofAccount(receivers, receivers.id)(db, accountId)) {
    const ofReceiver = eq(receiverRollups.receiverId, WithId.parse(receiver).id)
    yield* await db.select().from(receiverRollups).where(ofReceiver).orderBy(asc(receiverRollups.day))
  }
}

/** Everything that is kept of an account. */
export const exportFiles: readonly ExportFile[] = [
  { name: 'account.jsonl', holds: 'the account: its name, its settings', rows: accountRow },
  { name: 'user.jsonl', holds: 'you: name, address, settings', rows: userRow },
  { name: 'members.jsonl', holds: 'who works in the account, and as what', rows: memberRows },
  {
    name: 'invitations.jsonl',
    holds: 'who is invited to the account, and as what',
    rows: ofAccount(invitations, invitations.id),
  },
  { name: 'audit-log.jsonl', holds: 'who did what in the account', rows: ofAccount(auditEvents, auditEvents.id) },
  {
    name: 'verified-emails.jsonl',
    holds: 'the addresses that you confirmed',
    rows: ofAccount(verifiedEmails, verifiedEmails.address),
  },
  { name: 'sessions.jsonl', holds: 'the browsers that are signed in', rows: ofUser(sessions, sessions.id) },
  { name: 'api-tokens.jsonl', holds: 'your API tokens, without the tokens', rows: ofAccount(apiTokens, apiTokens.id) },
  { name: 'passkeys.jsonl', holds: 'your passkeys', rows: ofUser(passkeys, passkeys.id) },
  {
    name: 'sign-in-identities.jsonl',
    holds: 'your identities at a sign-in provider',
    rows: ofUser(oidcIdentities, oidcIdentities.subject),
  },
  {
    name: 'billing.jsonl',
    holds: 'what is kept about payments',
    rows: ofAccount(billingAccounts, billingAccounts.accountId),
  },
  {
    name: 'slack-channels.jsonl',
    holds: 'the Slack channels that you added',
    rows: ofAccount(slackChannels, slackChannels.id),
  },
  { name: 'tasks.jsonl', holds: 'your tasks and drafts: what each calls, and when', rows: taskRows },
  { name: 'task-pauses.jsonl', holds: 'when your tasks were disabled, as charts show it', rows: pauseRows },
  { name: 'missed-runs.jsonl', holds: 'when your tasks should have run and did not, and why', rows: missedRows },
  { name: 'bookmarks.jsonl', holds: 'the bookmarks of your tasks’ charts', rows: chartRows },
  { name: 'receivers.jsonl', holds: 'your receivers', rows: ofAccount(receivers, receivers.id) },
  {
    name: 'heartbeats.jsonl',
    holds: 'when your receivers expect calls, and how they fare',
    rows: ofAccount(heartbeats, heartbeats.receiverId),
  },
  {
    name: 'request-counts.jsonl',
    holds: 'how many requests your receivers got in each hour of the last weeks',
    rows: requestCountRows,
  },
  { name: 'heartbeat-changes.jsonl', holds: 'when heartbeats changed, and why', rows: heartbeatChangeRows },
  {
    name: 'notifications.jsonl',
    holds: 'when and where you are notified',
    rows: ofAccount(notifications, notifications.id),
  },
  {
    name: 'projects.jsonl',
    holds: 'the projects whose files manage your tasks and receivers',
    rows: ofAccount(projects, projects.id),
  },
  { name: 'secrets.jsonl', holds: 'the names of your secrets, without their values', rows: secretRows },
  {
    name: 'rate-subscriptions.jsonl',
    holds: 'your subscription to mortgage rates',
    rows: ofAccount(rateSubscriptions, rateSubscriptions.accountId),
  },
  { name: 'rate-alerts.jsonl', holds: 'your mortgage rate alerts', rows: ofAccount(rateAlerts, rateAlerts.id) },
  {
    name: 'executions.jsonl',
    holds: 'every execution that is kept: what was sent, what came back, and who was notified',
    rows: executionRows,
  },
  {
    name: 'execution-counts.jsonl',
    holds: 'what your tasks’ runs came to in each quarter of an hour, as charts show it',
    rows: rollupRows,
  },
  {
    name: 'received-requests.jsonl',
    holds: 'every request that your receivers recorded, and who was notified',
    rows: receivedRows,
  },
]

const ofBilling: ReadonlySet<string> = new Set(['billing.jsonl'])

/** Those of this instance: where there are no plans, nothing is kept about payments. */
export const exportFilesOf = ({ limits }: InstanceWithLimits): readonly ExportFile[] =>
  limits === null ? exportFiles : exportFiles.filter(({ name }) => !ofBilling.has(name))
