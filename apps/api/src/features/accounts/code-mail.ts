import { codeRules } from '@knockwire/domain/accounts/credentials'
import type { SystemMailJob } from '@knockwire/domain/jobs'

/** The subject carries the code, so that it can be read without opening the mail. */
export const codeMail = (to: string, code: string): SystemMailJob => ({
  to,
  subject: `${code} is your Knockwire code`,
  text: [
    `Your code for confirming this address is ${code}.`,
    `Enter it within ${codeRules.lifetimeSeconds / 60} minutes where you asked for it.`,
    'If you did not ask for it, someone may have mistyped their own address: you need not do anything.',
  ].join('\n\n'),
})
