import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Provider, startProvider } from '@knockwire/services/testing/provider'
import { MailRejected } from '@knockwire/services/mail/mail'
import { createSesMailer } from './ses.ts'

let provider: Provider
beforeAll(async () => {
  provider = await startProvider()
  vi.stubEnv('AWS_ENDPOINT_URL_SESV2', provider.origin)
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await provider.close()
})
beforeEach(() => void provider.calls.splice(0))

const mail = { to: 'ada@example.com', subject: 'Down', text: 'It is down.' }
const create = (timeoutMs = 5_000) => {
  const mailer = createSesMailer('eu-central-1', 'Knockwire <no-reply@knockwire.example>', timeoutMs)
  onTestFinished(() => mailer.close())
  return mailer
}
const answer = (status: number, body: object, type?: string) =>
  provider.answer({
    status,
    headers: { 'content-type': 'application/json', ...(type !== undefined && { 'x-amzn-errortype': type }) },
    body: JSON.stringify(body),
  })
const sentBody = () => JSON.parse(provider.calls[0]?.body ?? '')

describe('a mail through Amazon’s service', () => {
  it('has its sender, recipient, subject, parts and headers, in UTF-8', async () => {
    answer(200, { MessageId: 'id-1' })
    expect(await create().send({ ...mail, html: '<p>It is down.</p>', headers: { 'X-Task': 'one' } })).toBe('id-1')
    expect(provider.calls[0]?.path).toBe('/v2/email/outbound-emails')
    expect(provider.calls[0]?.headers.authorization).toContain('/eu-central-1/ses/')
    expect(sentBody()).toEqual({
      FromEmailAddress: 'Knockwire <no-reply@knockwire.example>',
      Destination: { ToAddresses: ['ada@example.com'] },
      Content: {
        Simple: {
          Subject: { Data: 'Down', Charset: 'UTF-8' },
          Body: {
            Text: { Data: 'It is down.', Charset: 'UTF-8' },
            Html: { Data: '<p>It is down.</p>', Charset: 'UTF-8' },
          },
          Headers: [{ Name: 'X-Task', Value: 'one' }],
        },
      },
    })
  })

  it('has a text part alone where it is given no other, and one line in each header', async () => {
    answer(200, {})
    const headers = { 'X-Task': 'one\r\nBcc: eve@example.com' }
    expect(await create().send({ ...mail, to: 'ada@example.com\r\n', subject: 'A\nB', headers })).toBeNull()
    expect(sentBody()).toMatchObject({
      Destination: { ToAddresses: ['ada@example.com'] },
      Content: {
        Simple: {
          Subject: { Data: 'A B' },
          Headers: [{ Name: 'X-Task', Value: 'one Bcc: eve@example.com' }],
        },
      },
    })
    expect(Object.keys(sentBody().Content.Simple.Body)).toEqual(['Text'])
  })
})

describe('an error of Amazon’s service', () => {
  it.each([
    [400, 'MessageRejected'],
    [403, 'InvalidClientTokenId'],
    [499, 'Unknown'],
  ])('is final: %i %s', async (status, type) => {
    answer(status, { message: 'It is not verified.' }, type)
    const error = await create()
      .send(mail)
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(MailRejected)
    expect(error).toMatchObject({
      message: 'The mail server did not take it: It is not verified.',
      cause: { $metadata: { httpStatusCode: status } },
    })
  })

  it.each([
    [429, 'Unknown'],
    [429, 'TooManyRequestsException'],
    [400, 'ThrottlingException'],
    [400, 'TooManyRequestsException'],
    [400, 'LimitExceededException'],
    [500, 'InternalFailure'],
    [503, 'ServiceUnavailable'],
    [399, 'Unknown'],
  ])('is not final: %i %s', async (status, type) => {
    answer(status, { message: 'Too much.' }, type)
    const error = await create()
      .send(mail)
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(MailRejected)
    // The caller that sends the mail decides when it is tried again.
    expect(provider.calls).toHaveLength(1)
  })

  it('is not final where there was no answer', async () => {
    provider.answer('silence')
    const error = await create(100)
      .send(mail)
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(MailRejected)
  })
})
