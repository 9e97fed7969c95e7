import * as client from 'openid-client'
import type { OidcSettings } from '../../../provider-settings.ts'

/** How long the provider has to answer, in seconds. */
const timeoutSeconds = 10

export interface OidcChecks {
  state: string
  nonce: string
  codeVerifier: string
}

/** What the provider says about who signed in. */
export interface OidcClaims {
  issuer: string
  subject: string
  email: string | null
  isEmailVerified: boolean
  firstName: string
  lastName: string
  /** When they last proved to the provider who they are, in epoch seconds; null where it does not say. */
  authenticatedAtSecond: number | null
}

export interface OidcProvider {
  /** Where the browser is sent, and what must hold when it comes back. `isConfirmation`: the provider asks for the password again. */
  start: (options: { isConfirmation: boolean }) => Promise<{ url: URL; checks: OidcChecks }>
  /** Checks what the browser came back with, and exchanges its code. Throws where anything of it is not as it must be. */
  finish: (currentUrl: URL, checks: OidcChecks) => Promise<OidcClaims>
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim().slice(0, 100) : '')

/** Some providers, such as Amazon Cognito, send the claim as text, and others write it "True". */
const isTrue = (claim: unknown): boolean =>
  claim === true || (typeof claim === 'string' && claim.toLowerCase() === 'true')

const claimsOf = (claims: client.IDToken): OidcClaims => ({
  issuer: claims.iss,
  subject: claims.sub,
  email: typeof claims['email'] === 'string' ? claims['email'] : null,
  isEmailVerified: isTrue(claims['email_verified']),
  firstName: text(claims['given_name']) || text(claims['name']),
  lastName: text(claims['family_name']),
  authenticatedAtSecond: claims.auth_time ?? null,
})

/** As the provider prefers it; basic is the standard's default (OpenID Connect Core, section 9). */
const clientSecretAuth = (secret: string): client.ClientAuth => {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)]
  return (server, ...rest) => {
    const supported = server.token_endpoint_auth_methods_supported
    const auth = supported === undefined || supported.includes('client_secret_basic') ? basic : post
    return auth(server, ...rest)
  }
}

/** The authorization code flow with PKCE (RFC 7636), state and nonce. The provider's description is read at first use. */
export const createOidcProvider = (settings: OidcSettings, callbackUrl: string): OidcProvider => {
  const discover = () => {
    const isPlain = new URL(settings.issuer).protocol === 'http:'
    return client.discovery(new URL(settings.issuer), settings.clientId, {}, clientSecretAuth(settings.clientSecret), {
      timeout: timeoutSeconds,
      // By default, the library trusts the connection that an ID token comes by and does not look at its signature.
      execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
    })
  }
  let discovered: Promise<client.Configuration> | undefined
  const configuration = (): Promise<client.Configuration> => {
    discovered ??= discover().catch((error: unknown) => {
      // A provider that was away is called again the next time.
      discovered = undefined
      throw error
    })
    return discovered
  }
  return {
    start: async ({ isConfirmation }) => {
      const checks = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
      }
      const url = client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: callbackUrl,
        scope: 'openid email profile',
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(checks.codeVerifier),
        code_challenge_method: 'S256',
        ...(isConfirmation && { prompt: 'login', max_age: '0' }),
      })
      return { url, checks }
    },
    finish: async (currentUrl, { state, nonce, codeVerifier }) => {
      const config = await configuration()
      const tokens = await client.authorizationCodeGrant(config, currentUrl, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (claims === undefined) throw new Error('The provider sent no ID token.')
      if (claims['email'] !== undefined) return claimsOf(claims)
      // Some providers send the address on this call only.
      const info = await client.fetchUserInfo(config, tokens.access_token, claims.sub)
      return claimsOf({ ...info, ...claims })
    },
  }
}
