import { FetchInterceptor } from '@mswjs/interceptors/fetch'
import type { ErrorView } from '@knockwire/domain/errors'
import { RateHistoryView } from '@knockwire/domain/rates/rate-history'
import { RateRowList, RateSourceList } from '@knockwire/domain/rates/rate-row'
import { RateAlertList, RateSubscriptionView } from '@knockwire/domain/rates/rate-subscription'
import { defineNetwork, type HttpNetworkFrame, InterceptorSource } from 'msw/experimental'
import { http, HttpResponse } from 'msw/http'
import type { z } from 'zod'
import { responseSchemas } from '../lib/api/response-schemas.ts'

/** The rates page reads its answers unchecked, whatever build they are of: here, too, they are what the API would send. */
const schemas = {
  ...responseSchemas,
  RateAlertList,
  RateHistoryView,
  RateRowList,
  RateSourceList,
  RateSubscriptionView,
}

type Schemas = typeof schemas
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** A call as it came: `path` begins behind `/api/v1`, and `body` is its JSON. */
export interface Call {
  method: Method
  path: string
  params: Record<string, string>
  query: URLSearchParams
  body: unknown
}

/** What an answer is of: a value of the response's schema, or a rejection. */
type Answer<T> = T | Rejection | Promise<T | Rejection>
type Respond<T> = (call: Call) => Answer<T>

class Rejection {
  readonly status: number
  readonly view: ErrorView
  constructor(status: number, view: ErrorView) {
    this.status = status
    this.view = view
  }
}

/** The call is rejected, as the API says it. */
export const rejected = (status: number, code: ErrorView['code'], more: Partial<ErrorView> = {}): Rejection =>
  new Rejection(status, { code, message: 'The call was rejected.', ...more })

const base = '/api/v1'
let calls: Call[] = []
let unanswered: string[] = []

/**
 * In front of the page's `fetch`, without a service worker: that would have each module of the page pass through it, too.
 */
const network = defineNetwork({
  sources: [new InterceptorSource({ interceptors: [new FetchInterceptor()] })],
  context: { quiet: true },
  onUnhandledFrame: ({ frame }) => {
    const { method, url } = (frame as HttpNetworkFrame).data.request
    const { pathname, search } = new URL(url)
    if (pathname.startsWith('/api/') || pathname.startsWith('/dev/')) unanswered.push(`${method} ${pathname}${search}`)
  },
})

// For good: all files of tests share the page.
network.enable()

async function callOf(method: Method, request: Request, params: Record<string, unknown>): Promise<Call> {
  const { pathname, searchParams } = new URL(request.url)
  const text = await request.text()
  const call = {
    method,
    path: pathname.slice(base.length),
    params: params as Record<string, string>,
    query: searchParams,
    body: text === '' ? undefined : (JSON.parse(text) as unknown),
  }
  calls.push(call)
  return call
}

/** Answers the calls of one kind with what `respond` returns for each, from now on until the test ends. */
function answer<T>(method: Method, path: string, respond: Respond<T>, bodyOf: (value: T) => Response): void {
  network.use(
    http[method](base + path, async ({ request, params }) => {
      const value = await respond(await callOf(method, request.clone(), params))
      return value instanceof Rejection ? HttpResponse.json(value.view, { status: value.status }) : bodyOf(value)
    }),
  )
}

const answerOf =
  (method: 'get' | 'post') =>
  <N extends keyof Schemas>(path: string, name: N, respond: Respond<z.infer<Schemas[N]>>): void => {
    // Parsed as the API writes it: what it would not send, no test answers with.
    answer(method, path, respond, (value) => HttpResponse.json(schemas[name].parse(value) as object))
  }

const doneOf = (method: Exclude<Method, 'get'>) => (path: string, respond?: Respond<void>) =>
  answer(method, path, respond ?? (() => {}), () => new HttpResponse(null, { status: 204 }))

/** What the API answers. A path is written as `/tasks/:id`, and the last answer that was given for one holds. */
export const server = {
  get: answerOf('get'),
  post: answerOf('post'),
  /** Calls whose response has no body. */
  done: { post: doneOf('post'), put: doneOf('put'), patch: doneOf('patch'), delete: doneOf('delete') },
  /** The calls of this test so far, the first in front. */
  calls: (method: Method, path: RegExp): Call[] =>
    calls.filter((call) => call.method === method && path.test(call.path)),
  /** What is no answer of this API: of another build of it, of a proxy in front of it, or none at all (`Response.error()`). */
  foreign: (method: Method, path: string, respond: () => Response): void =>
    answer(method, path, respond, (value) => value),
  /** Another path than one of the API, such as the development outbox's. */
  page: (path: string, respond: () => Response): void => network.use(http.get(path, respond)),
}

/** Ends what a test has set up; returns the calls that nothing has answered. */
export function resetNetwork(): string[] {
  const missing = unanswered
  network.resetHandlers()
  calls = []
  unanswered = []
  return missing
}
