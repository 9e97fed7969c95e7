import { createTransport } from 'nodemailer'
import { mailProblem } from '@knockwire/services/mail/mail-problem'
import { MailRejected, oneLine, type Mailer } from '@knockwire/services/mail/mail'

/** SMTP: 5xx is final, 4xx is not (RFC 5321, section 4.2.1). */
const isFinal = (error: unknown) =>
  error instanceof Error &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500

/** A server that says nothing would hold up one of a few connections. */
const timeoutsOf = (ms: number) => ({ connectionTimeout: ms, greetingTimeout: ms, socketTimeout: ms, dnsTimeout: ms })

export const createSmtpMailer = (url: string, from: string, timeoutMs: number): Mailer => {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 8,
    // For a kept connection that the server has closed meanwhile; what else fails is tried again by the caller.
    maxRequeues: 1,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...timeoutsOf(timeoutMs),
  })
  return {
    send: async ({ to, subject, text, html, headers, messageId: id }) => {
      try {
        const message = {
          from,
          to: { name: '', address: oneLine(to) },
          subject: oneLine(subject),
          text,
          html,
          headers: oneLines(headers),
          ...(id !== undefined && { messageId: oneLine(id) }),
          // The pool's own timeouts miss a kept connection that falls silent.
          signal: AbortSignal.timeout(2 * timeoutMs),
        }
        const { messageId } = await transport.sendMail(message)
        return messageId
      } catch (error) {
        if (isFinal(error)) throw new MailRejected(mailProblem(error), { cause: error })
        throw error
      }
    },
    close: () => transport.close(),
  }
}

const oneLines = (headers: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, oneLine(value)]))
