import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

/** Slack on loopback: the page on which a channel is picked, the call that follows, and the webhook posted to. */
export interface SlackPage {
  /** The product's settings that lead to it. */
  environment: Record<string, string>
  close: () => Promise<void>
}

const team = { id: 'T0ACME', name: 'Acme' }
const channels = ['#alerts', '#teatime']

const sendJson = (response: ServerResponse, value: unknown): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))

const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** A link for each answer that a person may give. */
const page = ({ searchParams }: URL): string => {
  const back = (answer: Record<string, string>) => {
    const url = new URL(searchParams.get('redirect_uri') ?? '')
    for (const [name, value] of Object.entries({ ...answer, state: searchParams.get('state') ?? '' }))
      url.searchParams.set(name, value)
    return escaped(url.href)
  }
  const links = channels.map((channel) => `<li><a href="${back({ code: channel })}">${channel}</a></li>`)
  return `<!doctype html><html lang="en"><title>Slack</title><link rel="icon" href="data:,">
    <h1>Where should Knockwire post?</h1><ul>${links.join('')}</ul><a href="${back({ error: 'access_denied' })}">Cancel</a>`
}

/** What the code is exchanged for: the channel's webhook. */
const granted = (code: string, origin: string) => ({
  ok: true,
  access_token: 'xoxb-of-the-journeys',
  token_type: 'bot',
  scope: 'incoming-webhook,chat:write',
  bot_user_id: 'U0BOT',
  app_id: 'A0APP',
  team,
  enterprise: null,
  is_enterprise_install: false,
  authed_user: { id: 'U0ADA' },
  incoming_webhook: {
    channel: code,
    channel_id: `C${code.slice(1).toUpperCase()}`,
    configuration_url: `${origin}/configuration`,
    url: `${origin}/services/${encodeURIComponent(code)}`,
  },
})

const identity = { ok: true, team: team.name, team_id: team.id, user: 'knockwire', user_id: 'U0BOT', bot_id: 'B0BOT' }

export const startSlackPage = async (): Promise<SlackPage> => {
  const messages: string[] = []
  let origin = ''

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', origin)
    const body = await text(request)
    if (url.pathname === '/oauth/v2/authorize')
      return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(url))
    if (url.pathname === '/api/oauth.v2.access')
      return sendJson(response, granted(new URLSearchParams(body).get('code') ?? '', origin))
    if (url.pathname === '/api/auth.test') return sendJson(response, identity)
    if (url.pathname === '/messages') return sendJson(response, messages)
    if (url.pathname.startsWith('/services/')) {
      messages.push(String(JSON.parse(body).text))
      return void response.writeHead(200).end('ok')
    }
    return void response.writeHead(404).end()
  }

  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the Slack page has no address')
  origin = `http://127.0.0.1:${address.port}`
  return {
    environment: {
      SLACK_CLIENT_ID: '1234.5678',
      SLACK_CLIENT_SECRET: 'client-secret-of-32-characters',
      SLACK_SIGNING_SECRET: 'signing-secret-of-32-characters',
      SLACK_STATE_SECRET: 'state-secret-of-32-characters',
      SLACK_AUTHORIZATION_URL: `${origin}/oauth/v2/authorize`,
      SLACK_API_URL: `${origin}/api/`,
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** What was posted to a channel, read in whatever process. */
export const slackMessages = async (): Promise<string[]> => {
  const { origin } = new URL(process.env['SLACK_AUTHORIZATION_URL'] ?? '')
  return (await fetch(`${origin}/messages`)).json() as Promise<string[]>
}
