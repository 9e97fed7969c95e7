import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../../../lib/navigation/paths.ts'
import { useAccount, useIsBillingConfigured } from '../../../../lib/session/account.ts'
import { useLimits } from '../../../../lib/session/limits.ts'
import classes from './sms.module.css'

/** Why no text message is sent at present; null where they are. */
function useUsedUp(): string | null {
  const { data: account } = useAccount()
  const limits = useLimits()
  if (!account || !limits) return null
  const { textsPerMonth, label } = limits
  if (textsPerMonth > account.usage.smsCount) return null
  if (textsPerMonth === 0 && label === null) return 'Text messages are not sent on this server.'
  if (textsPerMonth === 1) return 'This month’s only text message is used up.'
  return textsPerMonth === 0
    ? `Text messages are not part of the ${label} plan. They are sent once you upgrade.`
    : `All ${textsPerMonth} text messages of this month are used up.`
}

/** Nothing where the account page sells no plan. */
const PlansLink = () =>
  useIsBillingConfigured() && (
    <Anchor component={Link} to={paths.account} target="_blank" inherit underline="always">
      See the plans
    </Anchor>
  )

/** Beside the notifications: a healthy page has nothing to warn of. */
export function UsedUpNote() {
  const reason = useUsedUp()
  return (
    reason !== null && (
      <p className={classes.note}>
        {reason} <PlansLink />
      </p>
    )
  )
}

/** Warns in the dialog, where a text message is about to be set up. */
export function UsedUpNotice() {
  const reason = useUsedUp()
  return (
    reason !== null && (
      <p className={classes.notice}>
        {reason} <PlansLink />
      </p>
    )
  )
}
