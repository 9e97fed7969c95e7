import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createEmulator } from 'emulate'
import type { TestApp } from '../test-app.ts'

const sid = `AC${'0'.repeat(32)}`
const authToken = 'twilio-auth-token'
const from = '+15005550006'

export interface TwilioPeer {
  authToken: string
  /** Sends a text whose status is reported to `callback`, and gives its id. */
  send: (callback: string) => Promise<string>
  /** Sets the status of an SMS, which Twilio reports at once. */
  settle: (messageSid: string, status: string) => Promise<void>
  close: () => Promise<void>
}

/** Twilio on loopback. */
export const startTwilioPeer = async (): Promise<TwilioPeer> => {
  const account = { sid, auth_token: authToken }
  const seed = { twilio: { account, phone_numbers: [{ phone_number: from }] } }
  const emulator = await createEmulator({ service: 'twilio', port: 0, hostname: '127.0.0.1', seed })
  const authorization = `Basic ${Buffer.from(`${sid}:${authToken}`).toString('base64')}`
  const call = async (path: string, fields: Record<string, string>) => {
    const body = new URLSearchParams(fields)
    const answer = await fetch(`${emulator.url}${path}`, { method: 'POST', headers: { authorization }, body })
    if (!answer.ok) throw new Error(`Twilio answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as { sid: string }
  }
  return {
    authToken,
    send: async (callback) => {
      const fields = { To: '+12125550100', From: from, Body: 'Down', StatusCallback: callback }
      return (await call(`/2010-04-01/Accounts/${sid}/Messages.json`, fields)).sid
    },
    settle: async (messageSid, status) => {
      await call('/_twilio/simulate/message-status', { MessageSid: messageSid, Status: status })
    },
    close: () => emulator.close(),
  }
}

export interface FrontDoor {
  origin: string
  /** Where requests go from then on. */
  open: (app: Pick<TestApp, 'app'>) => void
  close: () => Promise<void>
}

/** A listening address that is known before the app is built, since it is one of the app's settings. */
export const openFrontDoor = async (): Promise<FrontDoor> => {
  let app: TestApp['app'] | undefined
  const server = createServer(async (request, response) => {
    const payload = await text(request)
    const { headers, url = '/' } = request
    const answer = await app?.inject({ method: request.method === 'POST' ? 'POST' : 'GET', url, headers, payload })
    response.writeHead(answer?.statusCode ?? 503).end(answer?.body)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open: (test) => void (app = test.app),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
