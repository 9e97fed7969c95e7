import { channels as definitions } from '@knockwire/domain/channels/registry'
import type { UsageLimit } from '@knockwire/domain/channels/channel'
import type { ChannelType } from '@knockwire/domain/channels/channel-types'
import type { Firing } from '@knockwire/domain/notifications/firing'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLimits } from '../../../lib/session/limits.ts'
import { exactNumber } from '../../../lib/format/format.ts'
import type { NotificationOwner } from '../owner.ts'

/** Where a rule can use up what the plan has of its channel, on the task's schedule: so much of what; null elsewhere. */
export function usePlanWarning(
  { scheduler }: NotificationOwner,
  type: ChannelType,
  { mode, afterInARow }: Pick<Firing, 'mode' | 'afterInARow'>,
): string | null {
  const limits = useLimits()
  const limit: UsageLimit | null = definitions[type].usageLimit
  const allowance = limits && limit ? limit.allowance(limits) : null
  // Of a channel that the plan has nothing of, its group says so.
  const isEnabled = scheduler !== undefined && allowance !== null && allowance.limit > 0 && mode === 'EVERY_TIME'
  const [usedUp, setUsedUp] = useState<string>()
  const rule = JSON.stringify([runsOf(scheduler), allowance, afterInARow])
  const judge = useEffectEvent(async () => {
    // It brings what computes the runs of a cron expression.
    const { usesUpAllowance } = await import('@knockwire/domain/notifications/allowance/uses-up-allowance')
    if (scheduler === undefined || allowance === null) return
    if (usesUpAllowance(scheduler, { mode, afterInARow }, allowance, Date.now())) setUsedUp(rule)
  })
  useEffect(() => {
    // Where it cannot be loaded, nothing is said.
    if (isEnabled) judge().catch(() => {})
  }, [isEnabled, rule])
  if (!isEnabled || usedUp !== rule || limit === null) return null
  return `${exactNumber(allowance.limit)} ${limit.plural} a ${allowance.per}`
}

/** By what the runs of a schedule follow from: its next one comes and goes. */
const runsOf = (scheduler: NotificationOwner['scheduler']) =>
  scheduler && [scheduler.mode, scheduler.intervalSecond, scheduler.expression, scheduler.timezone]
