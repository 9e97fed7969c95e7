import { describe, expect, it } from 'vitest'
import { plans } from '../../plans/plans.ts'
import type { Plan } from '../../plans/plan.ts'
import {
  allowanceOf,
  limitedKindOf,
  type LimitedKind,
  usageLimitMail,
  usageLimitMessage,
  type UnsentMessage,
  usedUpMessage,
} from './usage-limit.ts'

const origin = 'https://knockwire.example'
const about = { publicOrigin: origin, unsent: null }

describe('the limit of a plan on messages', () => {
  it('counts emails and text messages, and no calls of an HTTP or Slack target', () => {
    expect((['EMAIL', 'SMS', 'HTTP', 'SLACK'] as const).map(limitedKindOf)).toEqual(['email', 'sms', null, null])
  })

  it.each<[LimitedKind, Plan, string]>([
    ['email', 'FREE', 'Not sent: your plan includes 20 emails a day, and all of them are used.'],
    ['email', 'HOBBY', 'Not sent: your plan includes 2,000 emails a month, and all of them are used.'],
    ['sms', 'HOBBY', 'Not sent: your plan includes 200 text messages a month, and all of them are used.'],
    ['sms', 'FREE', 'Not sent: your plan includes no text messages.'],
  ])('says of %s on %s in the history: "%s"', (kind, plan, message) => {
    expect(usageLimitMessage(kind, plans[plan])).toBe(message)
  })

  it('says why a message cannot be sent again, and until when', () => {
    expect(usedUpMessage('email', plans.FREE)).toBe(
      'Your plan includes 20 emails a day, and all of them are used. This email cannot be sent until midnight (UTC).',
    )
    expect(usedUpMessage('sms', plans.FREE)).toBe(
      'Your plan includes no text messages. This text message cannot be sent until you change your plan.',
    )
  })

  it('says nothing of plans where there are none', () => {
    const none = { label: null, emails: { limit: 1000, per: 'month' }, textsPerMonth: 0 } as const
    expect(usageLimitMessage('email', none)).toBe(
      'Not sent: your account has 1,000 emails a month, and all of them are used.',
    )
    expect(usedUpMessage('sms', none)).toBe(
      'Your account has no text messages. This text message cannot be sent until the operator allows some.',
    )
    const mails = (['email', 'sms'] as const).map((kind) => usageLimitMail(kind, none, about))
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Your email limit is reached',
      "A text message wasn't sent: your account has none",
    ])
    for (const { subject, text } of mails) expect(subject + text).not.toMatch(/plan/i)
  })

  it.each<[LimitedKind, Plan, subject: string, text: string]>([
    ['email', 'FREE', 'Your email limit is reached', 'still recorded, but not sent, until midnight (UTC).'],
    [
      'sms',
      'HOBBY',
      'Your text message limit is reached',
      'still recorded, but not sent, until the first day of next month (UTC).',
    ],
    ['sms', 'FREE', "A text message wasn't sent: the Free plan has none", 'not sent, until you change your plan.'],
  ])('a mail about %s on %s has the subject "%s" and says "%s"', (kind, plan, subject, text) => {
    const mail = usageLimitMail(kind, plans[plan], about)
    expect(mail.subject).toBe(subject)
    expect(mail.text).toContain(text)
    expect(mail.text).toMatch(new RegExp(`^Your ${plans[plan].label} plan includes `))
    expect(mail.text).toContain(`${origin}/dashboard/account`)
  })

  it('names what was not sent first, as every mail of ours names it', () => {
    const textOf = (unsent: UnsentMessage) => usageLimitMail('email', plans.FREE, { publicOrigin: origin, unsent }).text
    expect(textOf({ name: 'Shop at evil.example', state: 'Down' })).toContain(
      'all of them are used. The first that was not sent: the alert "Down" of "Shop at evil[.]example".',
    )
    expect(textOf({ name: 'Deployments', state: null })).toContain('not sent: a notification of "Deployments".')
  })
})

it('a kind of message that no channel counts is a mistake of the caller', () => {
  expect(() => allowanceOf('fax' as LimitedKind, plans.FREE)).toThrow('No channel counts fax.')
})
