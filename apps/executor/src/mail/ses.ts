import { SendEmailCommand, SESv2Client, type SendEmailCommandInput } from '@aws-sdk/client-sesv2'
import { MailRefused, oneLine, type Mail, type Mailer } from './mail.ts'

/** What Amazon's service will not take however often it is sent. */
const final = new Set([
  'MessageRejected',
  'MailFromDomainNotVerifiedException',
  'BadRequestException',
  'NotFoundException',
])

const isFinal = (error: unknown) => error instanceof Error && final.has(error.name)

const content = (data: string) => ({ Data: data, Charset: 'UTF-8' })

const toInput = (from: string, { to, subject, text, html, headers = {} }: Mail): SendEmailCommandInput => ({
  FromEmailAddress: from,
  Destination: { ToAddresses: [oneLine(to)] },
  Content: {
    Simple: {
      Subject: content(oneLine(subject)),
      Body: { Text: content(text), ...(html !== undefined && { Html: content(html) }) },
      Headers: Object.entries(headers).map(([Name, value]) => ({ Name, Value: oneLine(value) })),
    },
  },
})

/** Credentials, and an endpoint other than Amazon's, come from the SDK's own variables. */
export const createSesMailer = (region: string, from: string): Mailer => {
  const client = new SESv2Client({ region, maxAttempts: 1 })
  return {
    send: async (mail) => {
      try {
        const { MessageId } = await client.send(new SendEmailCommand(toInput(from, mail)))
        return MessageId ?? null
      } catch (error) {
        if (isFinal(error)) throw new MailRefused(String(error), { cause: error })
        throw error
      }
    },
    close: () => client.destroy(),
  }
}
