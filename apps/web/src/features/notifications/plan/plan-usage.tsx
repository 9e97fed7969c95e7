import { channels as definitions } from '@knockwire/domain/channels/registry'
import type { UsageLimit } from '@knockwire/domain/channels/channel'
import type { ChannelType } from '@knockwire/domain/channels/channel-types'
import { limitsOf } from '@knockwire/domain/instance/limits'
import { useAccount } from '../../../lib/session/account.ts'
import { instance } from '../../../lib/session/instance.ts'
import { exactNumber } from '../../../lib/format/format.ts'
import classes from '../notifications-box.module.css'

/** How much of what the account has a channel's messages have used: "12 of 20 emails used today". Nothing for what is not limited. */
export function PlanUsage({ type }: { type: ChannelType }) {
  const { data: account } = useAccount()
  const limit: UsageLimit | null = definitions[type].usageLimit
  if (account === undefined || limit === null) return null
  const { limit: most, per } = limit.allowance(limitsOf(account.plan, instance))
  const used = type === 'SMS' ? account.usage.smsCount : account.usage.emailCount
  if (most === 0) return null
  return (
    <p className={classes.usage} data-tone={used >= most ? 'warn' : undefined}>
      {exactNumber(used)} of {exactNumber(most)} {limit.plural} used {per === 'day' ? 'today' : 'this month'}
    </p>
  )
}
