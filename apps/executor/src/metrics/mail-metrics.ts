import { systemMailKinds } from '@knockwire/domain/mail/system-mail-kinds'
import { Counter, type Registry } from 'prom-client'

/** `retry`: it is tried again. `rejected`: the mail server does not take it, or there is none. `failed`: the last attempt failed. */
export const mailOutcomes = ['sent', 'retry', 'rejected', 'failed'] as const
export type MailOutcome = (typeof mailOutcomes)[number]

const labelOf = (kind: string) => kind.toLowerCase().replaceAll(' ', '_')

/** Counts attempts at the product's own mails. Each kind is there from the start, so that a rule sees the first failure as an increase. */
export const countMails = (registry: Registry): ((kind: string, outcome: MailOutcome) => void) => {
  const mails = new Counter({
    name: 'knockwire_system_mails_total',
    help: 'Attempts at mails of the server itself (codes, notices, rates), by kind and outcome.',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  })
  for (const kind of [...Object.keys(systemMailKinds), 'rates daily', 'rates alert'])
    for (const outcome of mailOutcomes) mails.inc({ kind: labelOf(kind), outcome }, 0)
  return (kind, outcome) => mails.inc({ kind: labelOf(kind), outcome })
}
