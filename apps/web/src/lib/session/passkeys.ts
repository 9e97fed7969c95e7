import type { PasskeyView } from '@knockwire/domain/accounts/passkey'
import type { AccountView } from '@knockwire/domain/accounts/account'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { api } from '../api/api-client.ts'
import { schemaOf } from '../api/schemas.ts'
import { ApiError } from '../api/api-error.ts'

/** Fetched with the first use: few people come to it on each visit. */
const library = () => import('@simplewebauthn/browser')

/** Not an error: the user closed the browser's dialog, or the authenticator has no passkey. */
const notDone = (message: string) => new ApiError({ status: 0, code: 'CONFLICT', message })

async function prompt<T>(work: () => Promise<T>, cancelled: string): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError) throw error
    const isKnown = error instanceof Error && error.name === 'InvalidStateError'
    throw notDone(isKnown ? 'This device already has a passkey for your account.' : cancelled)
  }
}

/** Has the browser make a passkey, and adds it to the account. */
export async function createPasskey(name: string): Promise<PasskeyView> {
  const options = await api.post('/api/v1/accounts/me/passkeys/options', undefined, schemaOf('WebAuthnOptions'))
  const { startRegistration } = await library()
  const credential = await prompt(
    () => startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }),
    'No passkey was added. The request was cancelled or timed out.',
  )
  return api.post('/api/v1/accounts/me/passkeys', { name, credential }, schemaOf('PasskeyView'))
}

/** Has the browser find a passkey for this site, and signs in with it. */
export async function signInWithPasskey(): Promise<AccountView> {
  const quietly = { onSignedOut: 'throw' } as const
  const options = await api.post('/api/v1/auth/passkey/options', undefined, schemaOf('WebAuthnOptions'), quietly)
  const { startAuthentication } = await library()
  const credential = await prompt(
    () => startAuthentication({ optionsJSON: options }),
    'No passkey was used. The request was cancelled, or this device has none for this site.',
  )
  return api.post('/api/v1/auth/passkey', { credential }, schemaOf('AccountView'), quietly)
}
