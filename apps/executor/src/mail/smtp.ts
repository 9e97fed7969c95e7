import { createTransport } from 'nodemailer'
import { MailRefused, oneLine, type Mailer } from './mail.ts'

/** SMTP: 5xx is final, 4xx is not (RFC 5321, section 4.2.1). */
const isFinal = (error: unknown) =>
  error instanceof Error &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500

export const createSmtpMailer = (url: string, from: string): Mailer => {
  const transport = createTransport(url, {
    from,
    pool: true,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as object)
  return {
    send: async ({ to, subject, text, html, headers }) => {
      try {
        const message = {
          from,
          to: { name: '', address: oneLine(to) },
          subject: oneLine(subject),
          text,
          html,
          headers: oneLines(headers),
        }
        const { messageId } = await transport.sendMail(message)
        return messageId
      } catch (error) {
        if (isFinal(error)) throw new MailRefused(String(error), { cause: error })
        throw error
      }
    },
    close: () => transport.close(),
  }
}

const oneLines = (headers: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, oneLine(value)]))
