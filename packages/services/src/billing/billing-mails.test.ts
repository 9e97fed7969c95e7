import { expect, it } from 'vitest'
import { paymentFailedMail, planEndedMail } from './billing-mails.ts'

const origin = 'https://knockwire.example'
const link = `Your plan and payment method: ${origin}/dashboard/account\n`

it('the mail about a failed payment says whether and when it is tried again, by the day in UTC', () => {
  const mail = paymentFailedMail('HOBBY', new Date('2026-11-30T23:59:59Z'), origin)
  expect(mail.subject).toBe('Your Hobby plan could not be renewed')
  expect(mail.text).toContain(
    'The payment for your Hobby plan failed. It will be tried again on November 30, 2026 (UTC). ',
  )
  expect(mail.text.endsWith(`\n\n${link}`)).toBe(true)
  expect(paymentFailedMail('BUSINESS', null, origin).text).toContain('plan failed. It will not be tried again. ')
})

it('the mail about a plan that has ended names the plan', () => {
  const mail = planEndedMail('BUSINESS', origin)
  expect(mail.subject).toBe('Your Business plan has ended')
  expect(mail.text).toMatch(/^Your Business plan has ended, and your account is on the Free plan now\./)
  expect(mail.text.endsWith(`\n\n${link}`)).toBe(true)
})
