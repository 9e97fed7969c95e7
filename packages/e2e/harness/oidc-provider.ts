import { createServer } from 'node:http'
import { once } from 'node:events'
import { Provider } from 'oidc-provider'

/** An OpenID Connect provider on loopback, with its own login form and consent. */
export interface OidcPage {
  /** The product's settings that lead to it. */
  environment: Record<string, string>
  close: () => Promise<void>
}

/** A person who signs in there as `ada` has the confirmed address `ada@corp.example`. The product's address is known late. */
export const startOidcPage = async (redirectUri: string): Promise<OidcPage> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('there is no free port')
  const issuer = `http://127.0.0.1:${address.port}`
  const [clientId, clientSecret] = ['knockwire', 'the secret of the journeys']
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: { email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
    pkce: { required: () => true },
    cookies: { keys: ['a key of the journeys'] },
    findAccount: (_context, login) => ({
      accountId: login,
      claims: () => ({ sub: login, email: `${login}@corp.example`, email_verified: true, given_name: 'Ada' }),
    }),
  })
  const handle = provider.callback()
  server.on('request', (request, response) => void handle(request, response))
  return {
    environment: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret },
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
