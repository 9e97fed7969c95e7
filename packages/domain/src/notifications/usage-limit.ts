import { type Plan, plans } from '../plans/plans.ts'

/** What a plan limits by count and period. */
export type LimitedKind = 'email' | 'sms'

export interface Allowance {
  limit: number
  /** A calendar's, in UTC. */
  per: 'day' | 'month'
}

/** Of a plan that a newer version, running beside this one, has set. */
const ofUnknownPlan = { emails: { limit: 1000, per: 'month' }, textsPerMonth: 0 } as const

const known: Partial<Record<string, (typeof plans)[Plan]>> = plans

/** How many a plan has. */
export const allowanceOf = (kind: LimitedKind, plan: Plan): Allowance => {
  const { emails, textsPerMonth } = known[plan] ?? ofUnknownPlan
  return kind === 'email' ? emails : { limit: textsPerMonth, per: 'month' }
}

/** As of the plan, which may have none at all. */
const usedUpWords = (kind: LimitedKind, plan: Plan): string => {
  const { limit, per } = allowanceOf(kind, plan)
  if (limit === 0) return 'includes no text messages'
  return `has ${limit} ${kind === 'email' ? 'emails' : 'texts'} a ${per}, and they are used up`
}

/** Why a message was not sent, beside that message in the history. */
export const usageLimitSentence = (kind: LimitedKind, plan: Plan): string =>
  `Not sent: your plan ${usedUpWords(kind, plan)}.`

const untilWhen = ({ limit, per }: Allowance): string => {
  if (limit === 0) return 'on this plan'
  return `until the limit starts anew ${per === 'day' ? 'tomorrow' : 'next month'} (UTC)`
}

/** Tells the owner, once a period, that messages are held back. */
export const usageLimitMail = (
  kind: LimitedKind,
  plan: Plan,
  publicOrigin: string,
): { subject: string; text: string } => ({
  subject: kind === 'email' ? 'Your email limit is reached' : 'Your text message limit is reached',
  text: `Your ${plans[plan].label} plan ${usedUpWords(kind, plan)}.

Notifications go on being recorded in the history, marked as not sent, ${untilWhen(allowanceOf(kind, plan))}.

Plans and usage: ${publicOrigin}/dashboard/account
`,
})
