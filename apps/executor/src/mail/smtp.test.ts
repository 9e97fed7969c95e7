import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startSmtpPeer } from '../testing/peers/smtp-peer.ts'
import { MailRejected } from '@knockwire/services/mail/mail'
import { createSmtpMailer } from './smtp.ts'

const from = 'Knockwire <no-reply@knockwire.example>'
const mail = (index: number) => ({ to: `reader-${index}@example.com`, subject: `Mail ${index}`, text: 'Text' })

const startPeer = async () => {
  const peer = await startSmtpPeer()
  onTestFinished(peer.close)
  return peer
}

const createMailer = (url: string, timeoutMs = 5_000) => {
  const mailer = createSmtpMailer(url, from, timeoutMs)
  onTestFinished(() => mailer.close())
  return mailer
}

/** Accepts connections and never greets. */
const startSilentServer = async () => {
  const server = createServer()
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => void server.close())
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('the SMTP mailer', () => {
  it('sends many mails at once over at most eight connections', async () => {
    const peer = await startPeer()
    const mailer = createMailer(peer.url)
    await Promise.all(Array.from({ length: 40 }, (_, index) => mailer.send(mail(index))))
    expect(peer.mails).toHaveLength(40)
    expect(peer.connections.mostOpen).toBeLessThanOrEqual(8)
    expect(peer.connections.total).toBeLessThanOrEqual(8)
  })

  it('sends the next mail over a connection that it kept open', async () => {
    const peer = await startPeer()
    const mailer = createMailer(peer.url)
    for (const index of [1, 2, 3]) await mailer.send(mail(index))
    expect(peer.mails.map(({ from: sender }) => sender)).toEqual(Array(3).fill('no-reply@knockwire.example'))
    expect(peer.connections.total).toBe(1)
  })

  it('keeps no connection once it is closed', async () => {
    const peer = await startPeer()
    // Longer than the test waits: the mailer closes a connection that is not used for so long.
    const mailer = createSmtpMailer(peer.url, from, 600_000)
    await mailer.send(mail(1))
    expect(peer.connections.open).toBe(1)
    mailer.close()
    await vi.waitFor(() => expect(peer.connections.open).toBe(0), 30_000)
  })

  it('says of each mail what it was sent as, on one line where the sender wrote several', async () => {
    const peer = await startPeer()
    const mailer = createMailer(peer.url)
    const headers = { 'X-Task': 'one\r\nBcc: eve@example.com' }
    const id = await mailer.send({ ...mail(1), subject: 'A\nB', headers, messageId: '<one@knockwire.example>' })
    expect(id).toBe('<one@knockwire.example>')
    const [received] = peer.mails
    expect(received?.to).toEqual(['reader-1@example.com'])
    expect(received?.headers.get('message-id')).toBe('<one@knockwire.example>')
    expect(received?.headers.get('subject')).toBe('A B')
    expect(received?.headers.has('bcc')).toBe(false)
  })

  it('sends both parts, headers in one line each, to one recipient whatever its address looks like', async () => {
    const peer = await startPeer()
    const headers = { 'X-Task': 'one\r\ntwo' }
    const to = 'ada@example.com\r\n'
    const id = await createMailer(peer.url).send({ ...mail(1), to, html: '<p>Text</p>', headers })
    expect(id).toMatch(/^<.+@.+>$/)
    expect(peer.mails).toMatchObject([{ to: ['ada@example.com'], text: 'Text', html: '<p>Text</p>' }])
    expect(peer.mails[0]?.headers.get('x-task')).toBe('one two')
    expect(peer.mails[0]?.headers.get('from')).toBe(from)
  })

  it.each([500, 550, 599])('takes the answer %i as final', async (code) => {
    const peer = await startPeer()
    peer.answer(code)
    const error = await createMailer(peer.url)
      .send(mail(1))
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(MailRejected)
    expect(error).toMatchObject({
      message: expect.stringMatching(new RegExp(`^The mail server did not take it: ${code} `)),
      cause: { responseCode: code },
    })
  })

  it.each([450, 499])('takes the answer %i as not final', async (code) => {
    const peer = await startPeer()
    peer.answer(code)
    const error = await createMailer(peer.url)
      .send(mail(1))
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ responseCode: code })
    expect(error).not.toBeInstanceOf(MailRejected)
  })

  it('gives up on a server that takes the mail and falls silent, after twice the timeout', async () => {
    const peer = await startPeer()
    const mailer = createMailer(peer.url, 300)
    await mailer.send(mail(1))
    peer.answer('silence')
    const error = await mailer.send(mail(2)).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(MailRejected)
  })

  it('gives up on a server without a greeting after the timeout, and says so', async () => {
    const mailer = createMailer(await startSilentServer(), 300)
    await expect(mailer.send(mail(1))).rejects.toThrow(/Greeting never received|Timeout/)
  })
})
