import '@knockwire/db/drizzle-import-hook'
import { openBilling } from '@knockwire/services/billing/billing'
import { openDatabase } from '@knockwire/db/client'
import { AppError } from '@knockwire/domain/errors'
import { Plan } from '@knockwire/domain/plans/plan'
import { createQueue } from '@knockwire/queue/queue'
import { pino } from 'pino'
import { setPlanOfOwner } from '../features/billing/set-plan.ts'
import { logOptions } from '../plugins/observe/request-log.ts'
import { requireMigrated } from './require-migrated.ts'
import { BadSettings } from '@knockwire/services/settings/bad-settings'
import { readSettings, type Settings } from '../settings.ts'

const usage = `Usage: pnpm plan:set EMAIL PLAN

Sets the plan of the account with this email address, from the next request on.
PLAN is one of ${Plan.options.join(', ')}. A subscription that the account pays for is cancelled.
The settings are those of the start command; node apps/api/src/commands/set-plan.ts reads the environment alone.
`

/** Everything that is opened here is the command's own, and small. */
const run = async (settings: Settings, email: string, plan: Plan): Promise<string> => {
  const log = pino({ ...logOptions(settings), level: 'warn' }, pino.destination(2))
  const onError = (error: Error) => log.error({ err: error }, 'a database connection was lost')
  const { databaseUrl: url, publicOrigin } = settings
  const { db, pool, close } = openDatabase({ url, max: 2, applicationName: 'knockwire-set-plan', onIdleError: onError })
  try {
    await requireMigrated(db)
    const queue = createQueue({ url, pool, isWorker: false, onError })
    const billing =
      settings.stripe === null
        ? null
        : await openBilling({ db, queue, settings: settings.stripe, publicOrigin, log, now: Date.now })
    const { from, to, isSubscriptionCancelled } = await setPlanOfOwner({ db, billing }, { email, plan })
    const note = isSubscriptionCancelled ? ' Its subscription is cancelled.' : ''
    return `${email.trim().toLowerCase()}: ${from} -> ${to}.${note}\n`
  } finally {
    await close()
  }
}

const [email, plan] = process.argv.slice(2)
const parsed = Plan.safeParse(plan)
if (email === undefined || !parsed.success) {
  process.stderr.write(usage)
  process.exitCode = 2
} else {
  try {
    process.stdout.write(await run(readSettings(), email, parsed.data))
  } catch (error) {
    const isExpected = error instanceof BadSettings || error instanceof AppError
    process.stderr.write(`${isExpected ? error.message : `The plan could not be set. ${String(error)}`}\n`)
    process.exitCode = 1
  }
}
