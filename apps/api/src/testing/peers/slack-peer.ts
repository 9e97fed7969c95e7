import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { createEmulator } from 'emulate'
import type { SlackSettings } from '../../provider-settings.ts'

const callbacks = ['slack-callback', 'slack-callback/receiver'].map((path) => `http://127.0.0.1:3000/api/v1/${path}`)

const app = {
  client_id: '1234.5678',
  client_secret: 'client-secret-of-32-characters',
  name: 'Knockwire',
  redirect_uris: callbacks,
  scopes: ['incoming-webhook', 'chat:write'],
}

export interface SlackPeer {
  settings: SlackSettings
  /** The channel that the user picks from now on; null: Slack's answer names none. */
  pick: (channel: PickedChannel | null) => void
  /** What the call that exchanges the code is answered from now on; undefined: what Slack says. */
  answerExchange: (answer: ExchangeAnswer | undefined) => void
  /** Goes through Slack's page as its user who agrees, and returns where it sends the browser. */
  agree: (pageUrl: string) => Promise<string>
  /** Calls Slack's API with a token that it granted. */
  call: (method: string, token: string, body?: object) => Promise<Record<string, unknown>>
  close: () => Promise<void>
}

interface PickedChannel {
  id: string
  name: string
}

interface ExchangeAnswer {
  status?: number
  headers?: Record<string, string>
  body?: string
}

const listen = (server: Server): Promise<string> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '')
    })
  })

const forward = async (emulatorUrl: string, request: IncomingMessage) => {
  const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers
  const init = {
    method: request.method ?? 'GET',
    headers: headers as Record<string, string>,
    redirect: 'manual',
  } as const
  const body = await text(request)
  return fetch(`${emulatorUrl}${request.url}`, { ...init, ...(body !== '' && { body }) })
}

const isExchange = ({ url }: IncomingMessage) => url === '/api/oauth.v2.access'

/** Slack on loopback. Its emulator knows no picked channel, so that one answer is completed on its way. */
export const startSlackPeer = async (): Promise<SlackPeer> => {
  const seed = { slack: { team: { name: 'Acme', domain: 'acme' }, channels: [{ name: 'alerts' }], oauth_apps: [app] } }
  const emulator = await createEmulator({ service: 'slack', port: 0, hostname: '127.0.0.1', seed })
  let picked: PickedChannel | null = { id: 'C0ALERTS', name: '#alerts' }
  let exchange: ExchangeAnswer | undefined

  const complete = (answer: string): string => {
    const said = JSON.parse(answer) as Record<string, unknown>
    if (said['ok'] !== true || picked === null) return answer
    const url = 'https://hooks.slack.example/services/secret'
    const webhook = { url, channel: picked.name, channel_id: picked.id, configuration_url: 'https://acme.example/' }
    return JSON.stringify({ ...said, incoming_webhook: webhook })
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (isExchange(request) && exchange !== undefined) {
      response.writeHead(exchange.status ?? 200, { 'content-type': 'application/json', ...exchange.headers })
      response.end(exchange.body ?? '')
      return
    }
    const answered = await forward(emulator.url, request)
    const body = await answered.text()
    const location = answered.headers.get('location')
    const type = answered.headers.get('content-type') ?? 'text/plain'
    response.writeHead(answered.status, { 'content-type': type, ...(location !== null && { location }) })
    response.end(isExchange(request) ? complete(body) : body)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
  })
  const url = await listen(server)
  return {
    settings: {
      clientId: app.client_id,
      clientSecret: app.client_secret,
      signingSecret: 'signing-secret-of-32-characters',
      stateSecret: 'state-secret-of-32-characters',
      authorizationUrl: `${url}/oauth/v2/authorize`,
      apiUrl: `${url}/api/`,
    },
    pick: (channel) => void (picked = channel),
    answerExchange: (next) => void (exchange = next),
    agree,
    call: async (method, token, body = {}) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const called = await fetch(`${url}/api/${method}`, { method: 'POST', headers, body: JSON.stringify(body) })
      return (await called.json()) as Record<string, unknown>
    },
    close: async () => {
      await new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      })
      await emulator.close()
    },
  }
}

const unescapeHtml = (value: string) =>
  value.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&')

/** Sends the form of the page's first user. */
const agree = async (pageUrl: string): Promise<string> => {
  const page = await (await fetch(pageUrl)).text()
  const [form] = /<form[^]*?<\/form>/.exec(page) ?? []
  if (form === undefined) throw new Error(`Slack’s page has no form: ${page.slice(-500)}`)
  const body = new URLSearchParams()
  for (const [, name = '', value = ''] of form.matchAll(/name="(\w+)" value="([^"]*)"/g)) {
    body.set(name, unescapeHtml(value))
  }
  const action = new URL(/action="([^"]+)"/.exec(form)?.[1] ?? '', pageUrl)
  const answered = await fetch(action, { method: 'POST', body, redirect: 'manual' })
  const location = answered.headers.get('location')
  if (location === null) throw new Error(`Slack’s page sent the browser nowhere: ${answered.status}`)
  return location
}
