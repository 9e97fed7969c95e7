import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { calendarWindow } from '@knockwire/db/rate-window'
import { countUsage, uncountUsage } from '@knockwire/db/usage'
import type { LimitedKind } from '@knockwire/domain/notifications/usage-limit'
import type { NotificationType } from '@knockwire/domain/notifications/delivery'
import { plans } from '@knockwire/domain/plans/plans'
import type { Attempt } from './delivery.ts'

const kinds: Partial<Record<NotificationType, LimitedKind>> = { EMAIL: 'email', SMS: 'sms' }

/** What a plan limits of this type; null where it limits nothing. */
export const limitedKindOf = (type: NotificationType): LimitedKind | null => kinds[type] ?? null

/** Counts a delivery against its account's plan, once however often it is tried. False: the limit is reached. */
export const countAgainstPlan = async (
  db: DatabaseOrTransaction,
  { type, attempt, accountId, plan }: Attempt,
  nowMs: number,
): Promise<boolean> => {
  const kind = limitedKindOf(type)
  return kind === null || attempt > 1 || countUsage(db, { kind, accountId, plan, nowMs })
}

/** Takes back what was counted and will certainly not be sent, as long as it is sure to have been counted in this period. */
export const uncountAgainstPlan = async (
  db: DatabaseOrTransaction,
  { type, accountId, plan, createdAt }: Attempt,
  nowMs: number,
): Promise<void> => {
  const kind = limitedKindOf(type)
  if (kind === null) return
  const per = kind === 'email' ? plans[plan].emails.per : 'month'
  const isThisPeriod = createdAt.getTime() >= calendarWindow(nowMs, per).startMs
  if (isThisPeriod) await uncountUsage(db, { kind, accountId, plan, nowMs })
}
