import type { AccountView } from '@knockwire/domain/accounts/account'
import { shortageOf } from '@knockwire/domain/notifications/allowance/last-tenth'
import { limitsOf } from '@knockwire/domain/instance/limits'
import { exactNumber, minuteTime } from '../../../lib/format/format.ts'
import { instance } from '../../../lib/session/instance.ts'

type Used = Pick<AccountView, 'plan' | 'usage'>

/** Whether the plan's emails or text messages are used up, or nearly so. */
export const isUsageShort = ({ plan, usage }: Used): boolean =>
  shortageOf(usage.emailCount, limitsOf(plan, instance).emails.limit) !== null ||
  shortageOf(usage.smsCount, limitsOf(plan, instance).textsPerMonth) === 'USED_UP'

/** What is not sent, or sent less often, and until when: a sentence or two for each kind of message. */
export function usageNotices({ plan, usage }: Used, nowMs: number): string[] {
  const { emails, textsPerMonth } = limitsOf(plan, instance)
  const notices: string[] = []
  const emailShortage = shortageOf(usage.emailCount, emails.limit)
  if (emailShortage !== null) {
    const until = endOf(emails.per, nowMs)
    const used = usedText(usage.emailCount, emails.limit, 'emails', emails.per)
    notices.push(
      emailShortage === 'USED_UP'
        ? `${used} Email alerts are not sent until ${until}.`
        : `${used} Until ${until}, alerts of the same notification are collected into one email an hour.`,
    )
  }
  if (shortageOf(usage.smsCount, textsPerMonth) === 'USED_UP') {
    const used = usedText(usage.smsCount, textsPerMonth, 'text messages', 'month')
    notices.push(`${used} Text alerts are not sent until ${endOf('month', nowMs)}.`)
  }
  return notices
}

type Period = 'day' | 'month'

const usedText = (used: number, limit: number, things: string, per: Period) =>
  `${exactNumber(used)} of ${exactNumber(limit)} ${things} used ${per === 'day' ? 'today' : 'this month'}.`

/** The plans' days and months are those of UTC; when they end is said by the reader's clock: "1:00 AM", "Dec 1, 1:00 AM". */
const endOf = (per: Period, nowMs: number): string => {
  const now = new Date(nowMs)
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  return minuteTime(per === 'day' ? Date.UTC(year, month, now.getUTCDate() + 1) : Date.UTC(year, month + 1, 1), nowMs)
}

/** Whether the account page sells a plan that has more. */
export const canUpgrade = ({ plan, server }: Pick<AccountView, 'plan' | 'server'>): boolean =>
  server.isBillingConfigured && (plan === 'FREE' || plan === 'HOBBY')
