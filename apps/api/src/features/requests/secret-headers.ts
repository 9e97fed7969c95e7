const names: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization', 'cookie', 'x-api-key'])
const parts = ['token', 'secret', 'api-key', 'apikey', 'password']

/** Whether a header's value is likely to let its reader in somewhere: it is kept sealed. */
export const isSecretHeader = (name: string): boolean => {
  const lower = name.toLowerCase()
  return names.has(lower) || parts.some((part) => lower.includes(part))
}
