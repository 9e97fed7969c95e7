import type { RequestMethod } from '@knockwire/domain/requests/request-target'
import type { StoredHeaders } from './stored-headers.ts'

/** A value under AES-256-GCM; `k` names the key, so that keys can be rotated. */
export interface Sealed {
  k: string
  iv: string
  data: string
}

/** A request as it is kept: whatever is secret in it is sealed. */
export interface StoredRequest {
  uri: string
  method: RequestMethod
  headers: StoredHeaders
  body: string | null
  basicAuth: { status: 'ENABLED' | 'DISABLED'; username: string; password: Sealed | null }
  followRedirect: boolean
  allowInsecureCerts: boolean
}
