import { scopeLabels, type TokenScope } from '@knockwire/domain/accounts/token-scopes'
import type { Client } from './client.ts'

export interface Caller {
  url: string
  account: string
  user: string
  role: string
  /** What the token may do; null where the server does not say. */
  token: Token | null
}

interface Token {
  scope: 'READ' | 'WRITE'
  /** Null: all that `scope` allows. */
  scopes: TokenScope[] | null
  /** The only one that it may apply and read; null: any. */
  project: string | null
}

export const readCaller = async (client: Client): Promise<Caller> => {
  const { name, role, user, token = null } = await client.getAccount()
  return { url: client.url, account: name, user: user.email, role, token }
}

/** Such as `The token may: see tasks (tasks:read), apply files (apply), of the project shop only.` */
export const describeToken = ({ scope, scopes, project }: Token): string => {
  if (scopes === null)
    return `The token may ${scope === 'READ' ? 'read everything and change nothing' : 'read and change everything'}.`
  const listed = scopes.map((each) => `${scopeLabels[each].toLowerCase()} (${each})`)
  return `The token may: ${listed.join(', ')}${project === null ? '' : `, of the project ${project} only`}.`
}
