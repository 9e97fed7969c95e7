import { accounts } from '@knockwire/db/schema/accounts'
import { rateAlerts } from '@knockwire/db/schema/rates'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { AppError, notFound } from '@knockwire/domain/errors'
import { type CreateRateAlertInput, maxRateAlerts, type RateAlertView } from '@knockwire/domain/rates/rate-subscription'
import { and, desc, eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../../context.ts'
import { hasConfirmedAddress } from '../queries.ts'
import { audit } from '../../../access/audit.ts'

const presentAlert = (alert: typeof rateAlerts.$inferSelect): RateAlertView => {
  const { id, loanAmount, loanPurpose, product, rate, createdAt, triggeredAt, triggeredBy } = alert
  const isTriggered = triggeredAt !== null && triggeredBy !== null
  return {
    id,
    loanAmount,
    loanPurpose,
    product,
    rate,
    createdAt: createdAt.toISOString(),
    triggered: isTriggered ? { at: triggeredAt.toISOString(), ...triggeredBy } : null,
  }
}

export const listAlerts = async ({ db }: ApiContext, { accountId }: Caller): Promise<RateAlertView[]> => {
  const rows = await db
    .select()
    .from(rateAlerts)
    .where(eq(rateAlerts.accountId, accountId))
    .orderBy(desc(rateAlerts.id))
  return rows.map(presentAlert)
}

const alertObject = ({ id, product, rate }: Pick<typeof rateAlerts.$inferSelect, 'id' | 'product' | 'rate'>) =>
  ({ type: 'RATE_ALERT', id, name: `${product}, ${rate} %` }) as const

/** Whether it holds already is found out after the next fetch, like that of all others. */
export const createAlert = (context: ApiContext, caller: Caller, input: CreateRateAlertInput): Promise<RateAlertView> =>
  context.db.transaction(async (tx) => {
    const { accountId } = caller
    // Locked, so that of two at once the second counts the first.
    await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('no key update')
    if (!(await hasConfirmedAddress(tx, accountId))) {
      throw new AppError('CONFLICT', 'Confirm your account’s email address first: alerts are sent to it.')
    }
    if ((await tx.$count(rateAlerts, eq(rateAlerts.accountId, accountId))) >= maxRateAlerts) {
      throw new AppError('CONFLICT', `You can have ${maxRateAlerts} alerts. Delete one first.`)
    }
    const nowMs = context.now()
    const row = {
      ...input,
      id: uuidv7(nowMs),
      accountId,
      createdAt: new Date(nowMs),
      triggeredAt: null,
      triggeredBy: null,
    }
    await tx.insert(rateAlerts).values(row)
    await audit(context, tx, caller, { action: 'rate_alert.created', object: alertObject(row) })
    return presentAlert(row)
  })

export const deleteAlert = async (
  context: ApiContext,
  caller: Caller,
  { alertId }: { alertId: string },
): Promise<void> => {
  const isOwn = and(eq(rateAlerts.id, alertId), eq(rateAlerts.accountId, caller.accountId))
  await context.db.transaction(async (tx) => {
    const [deleted] = await tx.delete(rateAlerts).where(isOwn).returning()
    if (deleted === undefined) throw notFound('alert')
    await audit(context, tx, caller, { action: 'rate_alert.deleted', object: alertObject(deleted) })
  })
}
