import { type Plan, plans } from '../plans/plans.ts'

/** What a plan limits by count and period. */
export type LimitedKind = 'email' | 'sms'

const allowanceOf = (kind: LimitedKind, plan: Plan): string => {
  const { emails, textsPerMonth } = plans[plan]
  if (kind === 'email') return `${emails.limit} emails a ${emails.per}`
  return textsPerMonth === 0 ? 'no texts' : `${textsPerMonth} texts a month`
}

/** Why a message was not sent, beside that message in the history. */
export const usageLimitSentence = (kind: LimitedKind, plan: Plan): string =>
  `Not sent: your plan has ${allowanceOf(kind, plan)}, and they are used up.`

/** Tells the owner, once a period, that messages are held back. */
export const usageLimitMail = (
  kind: LimitedKind,
  plan: Plan,
  publicOrigin: string,
): { subject: string; text: string } => ({
  subject: kind === 'email' ? 'Your email limit is reached' : 'Your text message limit is reached',
  text: `Your ${plans[plan].label} plan has ${allowanceOf(kind, plan)}, and they are used up.

Notifications go on being recorded in the history, marked as not sent, until the limit starts anew${
    kind === 'email' && plans[plan].emails.per === 'day' ? ' tomorrow (UTC)' : ' next month (UTC)'
  }.

Plans and usage: ${publicOrigin}/dashboard/account
`,
})
