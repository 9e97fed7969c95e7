import '@knockwire/db/drizzle-import-hook'
import { openDatabase } from '@knockwire/db/client'
import { users } from '@knockwire/db/schema/users'
import { EmailAddress } from '@knockwire/domain/accounts/credentials'
import { AppError, notFound } from '@knockwire/domain/errors'
import { InstanceStateInput, SuspendInput } from '@knockwire/domain/operator/operator'
import { createQueue } from '@knockwire/queue/queue'
import { BadSettings } from '@knockwire/services/settings/bad-settings'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import type { z } from 'zod'
import type { ApiContext } from '../context.ts'
import { findAccount } from '../features/billing/set-plan.ts'
import { deleteAccount, resumeAccount, suspendAccount } from '../features/operator/accounts.ts'
import { operatorsCommand as actor } from '../features/operator/audit-operator.ts'
import { setInstanceState } from '../features/operator/state.ts'
import { inviteUser } from '../features/operator/invite-user.ts'
import { endSessions, resendCode, sendReset } from '../features/operator/users.ts'
import { logOptions } from '../plugins/observe/request-log.ts'
import { readSettings, type Settings } from '../settings.ts'
import { requireMigrated } from './require-migrated.ts'

const usage = `Usage: pnpm operator COMMAND

  suspend ACCOUNT REASON   its tasks stop, and its members read the reason and change nothing
  resume ACCOUNT           runs again what the suspension stopped
  delete ACCOUNT --yes     deletes it with everything in it
  invite EMAIL             makes an account for somebody, and mails them how to set a password
  reset EMAIL              mails a code to set a new password
  confirm EMAIL            mails a code to confirm the address
  sign-out EMAIL           ends all sessions of a user
  banner [TEXT]            shows a line above every page; without a text, none
  pause-calls              no task runs and no notification is sent
  resume-calls             calls are made again

ACCOUNT is the id of an account, or the address of its owner. The settings are those of the start command;
node apps/api/src/commands/operate.ts reads the environment alone.
`

type Context = Pick<ApiContext, 'db' | 'queue' | 'settings' | 'now' | 'log'>

/** Does it, and says what was done. */
type Act = (context: Context, first: string, second: string) => Promise<string>

interface Command {
  act: Act
  /** How many words follow it, at least and at most. */
  takes: readonly [least: number, most: number]
}

/** What the API's schema says of it, as one sentence. */
const checked = <T>(schema: z.ZodType<T>, input: unknown): T => {
  const read = schema.safeParse(input)
  if (!read.success) throw new AppError('MALFORMED', read.error.issues[0]?.message ?? 'This cannot be read.')
  return read.data
}

const ofAccount =
  (work: (context: Context, accountId: string, second: string) => Promise<void>, done: string): Act =>
  async (context, account, second) => {
    await work(context, await findAccount(context.db, account), second)
    return `${account}: ${done}`
  }

const ofUser =
  (work: (context: Context, userId: string) => Promise<void>, done: string): Act =>
  async (context, address) => {
    const email = address.trim().toLowerCase()
    const [user] = await context.db.select({ id: users.id }).from(users).where(eq(users.email, email))
    if (user === undefined) throw notFound('user')
    await work(context, user.id)
    return `${email}: ${done}`
  }

const changeState = async (context: Context, change: InstanceStateInput): Promise<void> => {
  await setInstanceState(context, actor, checked(InstanceStateInput, change))
}

const commands: Record<string, Command> = {
  suspend: {
    takes: [2, 2],
    act: ofAccount(
      (context, accountId, reason) =>
        suspendAccount(context, actor, { accountId, ...checked(SuspendInput, { reason }) }),
      'suspended.',
    ),
  },
  resume: {
    takes: [1, 1],
    act: ofAccount((context, accountId) => resumeAccount(context, actor, accountId), 'no longer suspended.'),
  },
  delete: {
    takes: [2, 2],
    act: ofAccount((context, accountId, isSure) => {
      if (isSure !== '--yes') throw new AppError('MALFORMED', 'Add --yes: this cannot be undone.')
      return deleteAccount(context, actor, accountId)
    }, 'deleted.'),
  },
  invite: {
    takes: [1, 1],
    act: async (context, address) => {
      const email = checked(EmailAddress, address)
      await inviteUser(context, actor, email)
      return `${email}: invited by email. Unless the address is confirmed within 7 days, the account is deleted.`
    },
  },
  reset: {
    takes: [1, 1],
    act: ofUser((context, userId) => sendReset(context, actor, userId), 'a code to set a new password is mailed.'),
  },
  confirm: {
    takes: [1, 1],
    act: ofUser((context, userId) => resendCode(context, actor, userId), 'a code to confirm the address is mailed.'),
  },
  'sign-out': {
    takes: [1, 1],
    act: ofUser((context, userId) => endSessions(context, actor, userId), 'all sessions have ended.'),
  },
  banner: {
    takes: [0, 1],
    act: async (context, text) => {
      await changeState(context, { banner: text.trim() || null })
      return text.trim() === '' ? 'There is no banner now.' : 'The banner will appear for everyone within a minute.'
    },
  },
  'pause-calls': {
    takes: [0, 0],
    act: async (context) => {
      await changeState(context, { areCallsPaused: true })
      return 'All calls are paused.'
    },
  },
  'resume-calls': {
    takes: [0, 0],
    act: async (context) => {
      await changeState(context, { areCallsPaused: false })
      return 'Calls have resumed.'
    },
  },
}

/** Everything that is opened here is the command's own, and small. */
const run = async (settings: Settings, act: Act, [first = '', second = '']: readonly string[]): Promise<string> => {
  const log = pino({ ...logOptions(settings), level: 'error' }, pino.destination(2))
  const onError = (error: Error) => log.error({ err: error }, 'a database connection was lost')
  const { databaseUrl: url } = settings
  const { db, pool, close } = openDatabase({ url, max: 2, applicationName: 'knockwire-operate', onIdleError: onError })
  const queue = createQueue({ url, pool, isWorker: false, onError })
  try {
    await requireMigrated(db)
    await queue.start()
    return await act({ db, queue, settings, now: Date.now, log }, first, second)
  } finally {
    await queue.stop()
    await close()
  }
}

const [name = '', ...words] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (command === undefined || words.length < command.takes[0] || words.length > command.takes[1]) {
  process.stderr.write(usage)
  process.exitCode = 2
} else {
  try {
    process.stdout.write(`${await run(readSettings(), command.act, words)}\n`)
  } catch (error) {
    const isExpected = error instanceof BadSettings || error instanceof AppError
    process.stderr.write(`${isExpected ? error.message : `This could not be done. ${String(error)}`}\n`)
    process.exitCode = 1
  }
}
