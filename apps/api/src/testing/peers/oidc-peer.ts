import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import type { OidcSettings } from '../../provider-settings.ts'

/** What the provider says about someone, by the login that they type. */
type Person = { email?: string; email_verified?: unknown; given_name?: string; family_name?: string }

export interface OidcPeer {
  settings: OidcSettings
  /** Those not named have `{login}@corp.example`, confirmed. */
  people: Map<string, Person>
  /** While true, no ID token's signature fits. */
  isForging: boolean
  /** Goes through the provider's own login form and consent as a browser does; gives the address it sends the browser back to. */
  signIn: (authorizationUrl: string, login: string) => Promise<URL>
  close: () => Promise<void>
}

const clientId = 'knockwire'
const clientSecret = 'the secret of the client'

/** A certified OpenID Connect provider on loopback that insists on PKCE. */
export const startOidcPeer = async (redirectUri: string): Promise<OidcPeer> => {
  const people = new Map<string, Person>()
  const server = createServer()
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: { email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
    pkce: { required: () => true },
    cookies: { keys: ['a key of the tests'] },
    findAccount: (_context, login) => ({
      accountId: login,
      claims: () => ({
        sub: login,
        ...(people.get(login) ?? { email: `${login}@corp.example`, email_verified: true }),
      }),
    }),
  })
  const handle = provider.callback()
  server.on('request', (request, response) => {
    if (peer.isForging && request.url === '/token') forge(response)
    void handle(request, response)
  })
  const peer: OidcPeer = {
    settings: { issuer, clientId, clientSecret },
    people,
    isForging: false,
    signIn: (authorizationUrl, login) => browse(authorizationUrl, { login, password: 'any' }, redirectUri),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return peer
}

/** Has the response answer with another signature of the same length below its ID token. */
const forge = (response: ServerResponse) => {
  const end = response.end.bind(response)
  const forged = (body: unknown) =>
    String(body).replace(/("id_token":"[^".]+\.[^".]+\.)([^"]+)/, (_, start: string, signature: string) => {
      const isA = signature.startsWith('A')
      return `${start}${isA ? 'B' : 'A'}${signature.slice(1)}`
    })
  response.end = (body?: unknown) => end(forged(body))
}

/** Follows redirects and submits the forms of the provider, keeping its cookies, until it sends the browser back. */
const browse = async (start: string, answers: Record<string, string>, redirectUri: string): Promise<URL> => {
  const cookies = new Map<string, string>()
  let next: { url: URL; form?: URLSearchParams } = { url: new URL(start) }
  for (let steps = 0; steps < 12; steps++) {
    if (next.url.href.startsWith(redirectUri)) return next.url
    const answer = await fetch(next.url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(next.form && { method: 'POST', body: next.form }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    next = location === null ? formOf(await answer.text(), next.url, answers) : { url: new URL(location, next.url) }
  }
  throw new Error(`The provider did not send the browser back from ${start}.`)
}

const formOf = (html: string, page: URL, answers: Record<string, string>) => {
  const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1]
  const prompt = /name="prompt" value="(\w+)"/.exec(html)?.[1]
  if (action === undefined || prompt === undefined) throw new Error(`The provider shows no form: ${html}`)
  return { url: new URL(action, page), form: new URLSearchParams({ prompt, ...(prompt === 'login' && answers) }) }
}
