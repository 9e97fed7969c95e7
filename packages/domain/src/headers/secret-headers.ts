import type { HeaderList, ReadonlyHeaderList } from './header-list.ts'

const names: ReadonlySet<string> = new Set(['x-auth', 'x-session', 'x-session-id'])
const parts = [
  'authorization',
  'cookie',
  'token',
  'secret',
  'password',
  'credential',
  'api-key',
  'apikey',
  'auth-key',
  'access-key',
]

/** Stands for a secret in what is shown of a request. */
export const masked = '********'

/** Whether a header's value is likely to let its reader in somewhere: it is kept encrypted, and masked on the screen. */
export const isSecretHeader = (name: string): boolean => {
  const plain = name.toLowerCase().replaceAll('_', '-')
  return names.has(plain) || parts.some((part) => plain.includes(part))
}

/** The headers with a mask in place of each value that is likely a secret. */
export const maskSecretHeaders = (headers: ReadonlyHeaderList): HeaderList =>
  headers.map(([name, value]) => [name, isSecretHeader(name) ? masked : value])
