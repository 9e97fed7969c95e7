import type { Allowance, UsageLimit } from '../../channels/channel.ts'
import { channels } from '../../channels/registry.ts'
import type { ChannelType } from '../../channels/channel-types.ts'
import { nameInMail } from '../../mail/name-in-mail.ts'
import type { MessageState } from '../alert-words.ts'
import type { AccountLimits } from '../../plans/plans.ts'

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

type MessageLimits = Pick<AccountLimits, 'label' | 'emails' | 'textsPerMonth'>

/** How many an account has. */
export const allowanceOf = (kind: LimitedKind, of: Pick<AccountLimits, 'emails' | 'textsPerMonth'>): Allowance =>
  limitOf(kind).allowance(of)

/** As of the plan, which may have none at all; where there are no plans, as of every account. */
const usedUpWords = (kind: LimitedKind, of: MessageLimits): string => {
  const { limit, per } = allowanceOf(kind, of)
  const { singular, plural } = limitOf(kind)
  const includes = of.label === null ? 'has' : 'includes'
  if (limit === 0) return `${includes} no ${singular}s`
  return `${includes} ${limit.toLocaleString('en')} ${plural} a ${per}, and all of them are used`
}

/** Why a message was not sent, beside that message in the history. */
export const usageLimitMessage = (kind: LimitedKind, of: MessageLimits): string =>
  `Not sent: ${of.label === null ? 'your account' : 'your plan'} ${usedUpWords(kind, of)}.`

/** Why a message cannot be sent again yet, and from when on it can. */
export const usedUpMessage = (kind: LimitedKind, of: MessageLimits): string => {
  const { singular } = limitOf(kind)
  const whose = of.label === null ? 'Your account' : 'Your plan'
  return `${whose} ${usedUpWords(kind, of)}. This ${singular} cannot be sent ${untilWhen(kind, of)}.`
}

const untilWhen = (kind: LimitedKind, of: MessageLimits): string => {
  const { limit, per } = allowanceOf(kind, of)
  if (limit === 0) return of.label === null ? 'until the operator allows some' : 'until you change your plan'
  return `until ${per === 'day' ? 'midnight' : 'the first day of next month'} (UTC)`
}

/** Of a plan that a newer version has set, the label is not known. */
const whoseLimits = ({ label }: MessageLimits): string => {
  if (label === null) return 'Your account'
  return label === '' ? 'Your plan' : `Your ${label} plan`
}

const limitSubject = (kind: LimitedKind, of: MessageLimits): string => {
  const { singular } = limitOf(kind)
  if (allowanceOf(kind, of).limit > 0) return `Your ${singular} limit is reached`
  if (of.label === null) return `A ${singular} wasn't sent: your account has none`
  return `A ${singular} wasn't sent: ${of.label === '' ? 'your' : `the ${of.label}`} plan has none`
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

/** Informs the owner, once a period, that messages are not sent. `unsent`: null where its task or receiver was deleted. */
export const usageLimitMail = (
  kind: LimitedKind,
  of: MessageLimits,
  { publicOrigin, unsent }: { publicOrigin: string; unsent: UnsentMessage | null },
): { subject: string; text: string } => ({
  subject: limitSubject(kind, of),
  text: `${whoseLimits(of)} ${usedUpWords(kind, of)}.${unsent === null ? '' : ` The first that was not sent: ${unsentWords(unsent)}.`}

Notifications are still recorded, but not sent, ${untilWhen(kind, of)}.

${of.label === null ? 'Usage' : 'Plans and usage'}: ${publicOrigin}/dashboard/account
`,
})
