import { SendEmailCommand, type SendEmailCommandInput, SESv2Client, SESv2ServiceException } from '@aws-sdk/client-sesv2'
import { providerAgent } from '@knockwire/services/settings/outbound-proxy'
import { mailProblem } from '@knockwire/services/mail/mail-problem'
import { MailRejected, oneLine, type Mail, type Mailer } from '@knockwire/services/mail/mail'

/** Amazon answers 4xx to what it will not take however often it is sent, but for too much at once. */
const isFinal = (error: unknown): boolean => {
  if (!(error instanceof SESv2ServiceException)) return false
  const status = error.$metadata.httpStatusCode ?? 0
  return (
    status >= 400 && status < 500 && status !== 429 && error.$retryable?.throttling !== true && !isThrottling(error)
  )
}

const isThrottling = ({ name }: Error) => /throttl|toomanyrequests|limitexceeded/i.test(name)

const handlerOf = (timeoutMs: number) => {
  const httpsAgent = providerAgent()
  return {
    connectionTimeout: timeoutMs,
    requestTimeout: timeoutMs,
    throwOnRequestTimeout: true,
    ...(httpsAgent && { httpsAgent }),
  }
}

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
export const createSesMailer = (region: string, from: string, timeoutMs: number): Mailer => {
  const client = new SESv2Client({ region, maxAttempts: 1, requestHandler: handlerOf(timeoutMs) })
  return {
    send: async (mail) => {
      try {
        const { MessageId } = await client.send(new SendEmailCommand(toInput(from, mail)))
        return MessageId ?? null
      } catch (error) {
        if (isFinal(error)) throw new MailRejected(mailProblem(error), { cause: error })
        throw error
      }
    },
    close: () => client.destroy(),
  }
}
