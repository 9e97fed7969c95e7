import type { Allowance, UsageLimit } from '../../channels/channel.ts'
import { channels } from '../../channels/registry.ts'
import type { ChannelType } from '../../channels/channel-types.ts'
import { nameInMail } from '../../mail/name-in-mail.ts'
import type { MessageState } from '../alert-words.ts'
import { plans } from '../../plans/plans.ts'
import type { Plan } from '../../plans/plan.ts'

type Channels = typeof channels
type LimitOf<T extends ChannelType> = NonNullable<Channels[T]['usageLimit']>

/** What a plan limits by count and period. */
export type LimitedKind = { [T in ChannelType]: LimitOf<T>['kind'] }[ChannelType]

const limits = new Map<string, UsageLimit>(
  Object.values(channels).flatMap(({ usageLimit }) => (usageLimit === null ? [] : [[usageLimit.kind, usageLimit]])),
)

const limitOf = (kind: LimitedKind): UsageLimit => {
  const limit = limits.get(kind)
  if (limit === undefined) throw new RangeError(`No channel counts ${kind}.`)
  return limit
}

/** What a plan limits of this channel's messages; null where it limits nothing. */
export const limitedKindOf = (type: ChannelType): LimitedKind | null => channels[type].usageLimit?.kind ?? null

/** Of a plan that a newer version, running beside this one, has set. */
const unknownPlan = { emails: { limit: 1000, per: 'month' }, textsPerMonth: 0 } as const

const known: Partial<Record<string, (typeof plans)[Plan]>> = plans

/** How many a plan has. */
export const allowanceOf = (kind: LimitedKind, plan: Plan): Allowance =>
  limitOf(kind).allowance(known[plan] ?? unknownPlan)

/** As of the plan, which may have none at all. */
const usedUpWords = (kind: LimitedKind, plan: Plan): string => {
  const { limit, per } = allowanceOf(kind, plan)
  const { singular, plural } = limitOf(kind)
  if (limit === 0) return `includes no ${singular}s`
  return `includes ${limit.toLocaleString('en')} ${plural} a ${per}, and all of them are used`
}

/** Why a message was not sent, beside that message in the history. */
export const usageLimitMessage = (kind: LimitedKind, plan: Plan): string =>
  `Not sent: your plan ${usedUpWords(kind, plan)}.`

/** Why a message cannot be sent again yet, and from when on it can. */
export const usedUpMessage = (kind: LimitedKind, plan: Plan): string => {
  const { singular } = limitOf(kind)
  return `Your plan ${usedUpWords(kind, plan)}. This ${singular} cannot be sent ${untilWhen(allowanceOf(kind, plan))}.`
}

const untilWhen = ({ limit, per }: Allowance): string => {
  if (limit === 0) return 'until you change your plan'
  return `until ${per === 'day' ? 'midnight' : 'the first day of next month'} (UTC)`
}

const yourPlan = (plan: Plan): string => {
  const label = known[plan]?.label
  return label === undefined ? 'Your plan' : `Your ${label} plan`
}

const limitSubject = (kind: LimitedKind, plan: Plan): string => {
  const { singular } = limitOf(kind)
  if (allowanceOf(kind, plan).limit > 0) return `Your ${singular} limit is reached`
  const label = known[plan]?.label
  return `A ${singular} wasn't sent: ${label === undefined ? 'your' : `the ${label}`} plan has none`
}

/** The message by which it was found out that the limit is reached. */
export interface UnsentMessage {
  /** Of the task or receiver. */
  name: string
  /** Of a task's alert, where it is known. Null for a receiver's. */
  state: MessageState | null
}

/** Such as `the alert "Down" of "Shop front"`. */
const unsentWords = ({ name, state }: UnsentMessage): string =>
  `${state === null ? 'a notification' : `the alert "${state}"`} of "${nameInMail(name)}"`

/** Informs the owner, once a period, that messages are not sent. `unsent`: null where its task or receiver is gone. */
export const usageLimitMail = (
  kind: LimitedKind,
  plan: Plan,
  { publicOrigin, unsent }: { publicOrigin: string; unsent: UnsentMessage | null },
): { subject: string; text: string } => ({
  subject: limitSubject(kind, plan),
  text: `${yourPlan(plan)} ${usedUpWords(kind, plan)}.${unsent === null ? '' : ` The first that was not sent: ${unsentWords(unsent)}.`}

Notifications are still recorded, but not sent, ${untilWhen(allowanceOf(kind, plan))}.

Plans and usage: ${publicOrigin}/dashboard/account
`,
})
