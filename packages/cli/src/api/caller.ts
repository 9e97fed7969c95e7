import type { Client } from './client.ts'

export interface Caller {
  url: string
  account: string
  user: string
  role: string
  /** Of the token; null where the server does not say. */
  scope: string | null
}

interface Account {
  name: string
  role: string
  user: { email: string }
  token?: { scope?: string } | null
}

export const readCaller = async (client: Client): Promise<Caller> => {
  const { name, role, user, token } = await client.call<Account>('GET', '/accounts/me')
  return { url: client.url, account: name, user: user.email, role, scope: token?.scope ?? null }
}
