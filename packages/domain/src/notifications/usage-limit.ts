import { type Plan, plans } from '../plans/plans.ts'

/** What a plan limits by count and period. */
export type LimitedKind = 'email' | 'sms'

export interface Allowance {
  limit: number
  /** A calendar's, in UTC. */
  per: 'day' | 'month'
}

/** How many a plan has. */
export const allowanceOf = (kind: LimitedKind, plan: Plan): Allowance => {
  const { emails, textsPerMonth } = plans[plan]
  return kind === 'email' ? emails : { limit: textsPerMonth, per: 'month' }
}

const allowanceWords = (kind: LimitedKind, plan: Plan): string => {
  const { limit, per } = allowanceOf(kind, plan)
  if (kind === 'email') return `${limit} emails a ${per}`
  return limit === 0 ? 'no texts' : `${limit} texts a ${per}`
}

/** Why a message was not sent, beside that message in the history. */
export const usageLimitSentence = (kind: LimitedKind, plan: Plan): string =>
  `Not sent: your plan has ${allowanceWords(kind, plan)}, and they are used up.`

/** Tells the owner, once a period, that messages are held back. */
export const usageLimitMail = (
  kind: LimitedKind,
  plan: Plan,
  publicOrigin: string,
): { subject: string; text: string } => ({
  subject: kind === 'email' ? 'Your email limit is reached' : 'Your text message limit is reached',
  text: `Your ${plans[plan].label} plan has ${allowanceWords(kind, plan)}, and they are used up.

Notifications go on being recorded in the history, marked as not sent, until the limit starts anew${
    allowanceOf(kind, plan).per === 'day' ? ' tomorrow (UTC)' : ' next month (UTC)'
  }.

Plans and usage: ${publicOrigin}/dashboard/account
`,
})
