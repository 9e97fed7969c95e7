import { expect, it } from 'vitest'
import { paymentFailedMail, planEndedMail } from './billing-mails.ts'

const origin = 'https://knockwire.example'
const link = `Your plan and payment method: ${origin}/dashboard/account\n`

it('the mail about a failed payment says whether and when it is tried again, by the day in UTC', () => {
  const mail = paymentFailedMail('HOBBY', new Date('2026-11-30T23:59:59Z'), origin)
  expect(mail.subject).toBe('Your Hobby plan could not be renewed')
  expect(mail.text).toContain('The payment for your Hobby plan failed. We will try again on November 30, 2026 (UTC). ')
  expect(mail.text.endsWith(`\n\n${link}`)).toBe(true)
  expect(paymentFailedMail('BUSINESS', null, origin).text).toContain('plan failed. We will not try again. ')
})

it('the mail about a plan that has ended names the plan', () => {
  const mail = planEndedMail('BUSINESS', origin)
  expect(mail.subject).toBe('Your Business plan has ended')
  expect(mail.text).toMatch(
    /^Your Business plan has ended\. Your account is now on the Free plan, and its limits apply\./,
  )
  expect(mail.text.endsWith(`\n\n${link}`)).toBe(true)
})
