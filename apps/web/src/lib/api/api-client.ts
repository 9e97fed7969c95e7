import { ApiError, readApiError, unreachableError } from './api-error.ts'
import { buildSettings, isThisBuild } from '../session/build-settings.ts'
import { markReachable, markUnreachable } from './connection.ts'
import type { LoadSchema } from './schemas.ts'
import { identityHeaders, isOfOthers, leaveToOtherAccount } from '../session/page-account.ts'
import {
  expireSessionOverUnsavedWork,
  isSessionExpired,
  reloadOnSignedOut,
  whenSignedInAgain,
} from '../session/session.ts'

export interface CallOptions {
  signal?: AbortSignal
  /** Called on a 404, before the error is thrown [AP-04]. */
  onNotFound?: () => void
  /**
   * `throw`: this call handles its own 401. Otherwise a 401 reloads the page [ER-43], or over unsaved work waits until
   * somebody has signed in again, and the call is repeated.
   */
  onSignedOut?: 'reload' | 'throw'
  /** The call goes on where the page is left. */
  isKeptAlive?: boolean
  /** Milliseconds after which the server counts as unreachable. */
  timeoutMs?: number
}

/**
 * Every call to the API: paths start with `/api/v1`. The API writes each response by the schema that it declares, so that a
 * page of the same build takes it as it is; any other page loads the schema and checks.
 */
export const api = {
  get: <T>(path: string, schema: LoadSchema<T>, options?: CallOptions): Promise<T> =>
    callFor(schema, path, { method: 'GET' }, options),

  /** The response's JSON unchecked, for what has to be shown before a schema could be loaded. A body is posted. */
  read: async (path: string, options?: CallOptions, body?: unknown): Promise<unknown> =>
    (await call(path, body === undefined ? { method: 'GET' } : postInit(body), options)).body,

  post: <T>(path: string, body: unknown, schema: LoadSchema<T>, options?: CallOptions): Promise<T> =>
    callFor(schema, path, { ...postInit(body), ...keepAlive(options) }, options),

  /** For calls whose response is not needed. */
  send: async (path: string, body?: unknown, options?: CallOptions): Promise<void> => {
    await call(path, postInit(body), options)
  },

  /** Replaces what is at the path. */
  put: async (path: string, body: unknown): Promise<void> => {
    await call(path, { ...postInit(body), method: 'PUT' })
  },

  /** Changes some of what is at the path (RFC 7396). */
  patch: async (path: string, body: unknown): Promise<void> => {
    await call(path, { ...postInit(body), method: 'PATCH' })
  },

  delete: async (path: string, options?: CallOptions): Promise<void> => {
    await call(path, { method: 'DELETE', ...keepAlive(options) }, options)
  },
}

async function callFor<T>(schema: LoadSchema<T>, path: string, init: RequestInit, options?: CallOptions): Promise<T> {
  const { body, isOfThisBuild } = await call(path, init, options, schema)
  const value = isOfThisBuild ? (body as T | undefined) : await checked(schema, body)
  if (value !== undefined) return value
  throw new ApiError({
    status: 200,
    code: 'INTERNAL',
    message: 'This page is out of date. Reload it.',
  })
}

/** The value, where the schema knows its form; undefined also where the schema of this page's build is no longer there. */
async function checked<T>(schema: LoadSchema<T>, value: unknown): Promise<T | undefined> {
  const loaded = await schema().catch(() => undefined)
  return loaded?.safeParse(value).data
}

interface Received {
  /** The response's JSON; undefined where it has no body. */
  body: unknown
  /** Whether what answered is of the build that the page is of. */
  isOfThisBuild: boolean
}

/** `current`: the schema of what is stored now, where a save is rejected since it was changed elsewhere. */
async function call(
  path: string,
  init: RequestInit,
  options: CallOptions = {},
  current?: LoadSchema<unknown>,
): Promise<Received> {
  const waits = options.onSignedOut !== 'throw'
  // The next to sign in may be somebody else: until that is known, nothing is sent.
  if (waits && isSessionExpired()) await whenSignedInAgain(options.signal)
  const { response, text } = await send(path, init, options)
  // Nothing of such a response is shown, and what was to be changed was not.
  if (isOfOthers(response.headers)) {
    void leaveToOtherAccount()
    // A page with unsaved work is left only where its user agrees: for one who stays, the call ends all the same.
    await new Promise((resolve) => setTimeout(resolve, 2000))
    throw new ApiError({
      status: 409,
      code: 'OTHER_ACCOUNT',
      message: 'Another account is signed in.',
    })
  }
  const body = parseJson(text)
  const isOfThisBuild = isThisBuild(response.headers.get('knockwire-build'))
  if (response.ok) return { body, isOfThisBuild }
  if (response.status === 401 && waits) {
    if (expireSessionOverUnsavedWork()) return call(path, init, options, current)
    reloadOnSignedOut()
  }
  if (response.status === 404) options.onNotFound?.()
  const error = readApiError(response.status, body, response.headers.get('retry-after'))
  if (error.current === undefined || isOfThisBuild) throw error
  throw error.withCurrent(current && (await checked(current, error.current)))
}

interface Sent {
  response: Response
  text: string
}

/** A response whose body is aborted counts as none. */
async function send(path: string, init: RequestInit, { signal, timeoutMs = 30_000 }: CallOptions): Promise<Sent> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(path, {
      ...init,
      credentials: 'include',
      headers: headersOf(init),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    const text = await response.text()
    markReachable()
    return { response, text }
  } catch (error) {
    // The caller aborted the call: the server did not fail.
    if (signal?.aborted) throw error
    markUnreachable()
    throw unreachableError()
  }
}

const keepAlive = (options?: CallOptions): RequestInit => (options?.isKeptAlive ? { keepalive: true } : {})

const postInit = (body: unknown): RequestInit => ({
  method: 'POST',
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
})

function headersOf(init: RequestInit): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json', ...identityHeaders() }
  if (init.method !== 'GET' && init.method !== 'DELETE') headers['content-type'] = 'application/json'
  if (buildSettings.apiAuthorization) headers['authorization'] = buildSettings.apiAuthorization
  return headers
}

function parseJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
