import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startSmtpPeer } from '../testing/smtp-peer.ts'
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

  it('gives up on a server without a greeting after the timeout, and says so', async () => {
    const mailer = createMailer(await startSilentServer(), 300)
    await expect(mailer.send(mail(1))).rejects.toThrow(/Greeting never received|Timeout/)
  })
})
