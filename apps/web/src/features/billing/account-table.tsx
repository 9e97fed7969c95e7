import type { AccountView, UsageView } from '@knockwire/domain/accounts/account'
import type { AccountBillingView } from '@knockwire/domain/billing/billing'
import { allowanceOf } from '@knockwire/domain/notifications/allowance/usage-limit'
import { limitsOf } from '@knockwire/domain/instance/limits'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Breakable } from '../../components/ui/feedback/breakable.tsx'
import { bytes, exactNumber } from '../../lib/format/format.ts'
import { instance } from '../../lib/session/instance.ts'
import classes from './billing.module.css'
import { useOwnersOnly } from './owners-only.ts'
import { dayOf } from './queries.ts'

interface UsageBarProps {
  /** What is counted, for those who do not see the row's heading. */
  label: string
  used: number
  limit: number
  /** "3 of 20 today" */
  text: string
}

/** From here on it is worth saying that little is left. */
const nearlyFull = 0.8

function UsageBar({ label, used, limit, text }: UsageBarProps) {
  const part = limit === 0 ? 0 : Math.min(1, used / limit)
  const isUsedUp = used >= limit && limit > 0
  const tone = isUsedUp ? 'bad' : part >= nearlyFull ? 'warn' : 'ok'
  return (
    <div className={classes.usage} data-tone={tone}>
      <progress className={classes.bar} max={1} value={part} aria-label={`${label}: ${text}`} />
      <span className={classes.usageText}>
        {text}
        {isUsedUp && <strong className={classes.usedUp}> · limit reached</strong>}
      </span>
    </div>
  )
}

interface AccountTableProps {
  account: AccountView
  usage: UsageView
  /** Of what is paid for: further rows. */
  children?: ReactNode
}

export function AccountTable({ account, usage, children }: AccountTableProps) {
  const limits = limitsOf(account.plan, instance)
  return (
    <table className={classes.facts}>
      <tbody>
        <Row name="Email">
          <span className={classes.long}>
            <Breakable text={account.user.email} />
          </span>
        </Row>
        <Row name="Email usage">
          <MessageUsage label="Email usage" kind="email" account={account} used={usage.emailCount} />
        </Row>
        <Row name="Text message usage">
          <MessageUsage label="Text message usage" kind="sms" account={account} used={usage.smsCount} />
        </Row>
        <Row name="Slack and HTTP notifications">
          <UsageBar
            label="Slack and HTTP notifications"
            used={usage.slackAndHttpCount}
            limit={limits.notificationsPerMinute.account}
            text={`${exactNumber(usage.slackAndHttpCount)} of ${exactNumber(limits.notificationsPerMinute.account)} this minute; more are sent later`}
          />
        </Row>
        <Row name="Tasks">
          <CountUsage label="Tasks" used={usage.taskCount} limit={limits.tasks} />
        </Row>
        <Row name="Receivers">
          <CountUsage label="Receivers" used={usage.receiverCount} limit={limits.receivers} />
        </Row>
        <Row name="Stored history">
          <UsageBar
            label="Stored history"
            used={usage.storedBytes}
            limit={limits.storedBytes}
            text={`${bytes(usage.storedBytes)} of ${bytes(limits.storedBytes)}`}
          />
        </Row>
        {children}
      </tbody>
    </table>
  )
}

interface PaymentRowsProps {
  billing: AccountBillingView
  onAddCard: () => void
  onRemoveCard: () => void
}

/** How the account pays, and when next. */
export function PaymentRows({ billing: { stripePublicKey, billing }, ...actions }: PaymentRowsProps) {
  const ownersOnly = useOwnersOnly()
  return (
    <>
      <Row name="Payment method">
        <div className={classes.method}>
          {billing.hasPaymentMethod ? (
            <>
              <span>Card ending in {billing.lastFour}</span>
              <Button
                variant="default"
                onClick={actions.onRemoveCard}
                disabled={stripePublicKey === null}
                {...ownersOnly}
              >
                Remove Card
              </Button>
            </>
          ) : (
            <>
              <span className={classes.muted}>None</span>
              {stripePublicKey !== null && (
                <Button variant="default" onClick={actions.onAddCard} {...ownersOnly}>
                  Add Card
                </Button>
              )}
            </>
          )}
        </div>
      </Row>
      {billing.nextBillingDate > 0 && <Row name="Next billing date">{dayOf(billing.nextBillingDate)}</Row>}
    </>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{children}</td>
    </tr>
  )
}

const periods = { day: 'today', month: 'this month' } as const

interface MessageUsageProps {
  label: string
  kind: 'email' | 'sms'
  account: AccountView
  used: number
}

function MessageUsage({ label, kind, account, used }: MessageUsageProps) {
  const { limit, per } = allowanceOf(kind, limitsOf(account.plan, instance))
  const text = `${exactNumber(used)} of ${exactNumber(limit)} ${periods[per]}`
  return <UsageBar label={label} used={used} limit={limit} text={text} />
}

function CountUsage({ label, used, limit }: { label: string; used: number; limit: number }) {
  return <UsageBar label={label} used={used} limit={limit} text={`${exactNumber(used)} of ${exactNumber(limit)}`} />
}
