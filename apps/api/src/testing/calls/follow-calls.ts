import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { expect } from 'vitest'
import type { TestApp } from '../test-app.ts'
import { makeReceiver } from './receiver-calls.ts'
import { type Asker, post } from './task-calls.ts'

/** A row as a follower needs it: the rest is in the views. */
export interface FollowedRow {
  id: string
  cursor: string
}

export interface FollowedPart<Row = FollowedRow> {
  results: Row[]
  cursor: string
  hasMore: boolean
}

export interface Rejection {
  code: string
  message: string
  cursor?: string
  missed?: number | null
}

/** One who follows over HTTP, as a program does. */
export interface Follower {
  /** Where it asks; another one with a proxy in front. */
  origin: string
  token: string
  /** The history, such as `receivers/ID`. */
  of: string
}

const urlOf = ({ origin, of }: Follower, query: string) => `${origin}/api/v1/${of}/executions/follow${query}`

interface FollowInit {
  headers?: Record<string, string>
  signal?: AbortSignal
}

export const follow = (follower: Follower, query = '', init: FollowInit = {}): Promise<Response> =>
  fetch(urlOf(follower, query), { ...init, headers: { authorization: `Bearer ${follower.token}`, ...init.headers } })

/** The answer to a call that succeeds. */
export const read = async <Row = FollowedRow>(follower: Follower, query = ''): Promise<FollowedPart<Row>> => {
  const answer = await follow(follower, query)
  const text = await answer.text()
  expect([query, answer.status, answer.status === 200 ? '' : text]).toEqual([query, 200, ''])
  return JSON.parse(text)
}

/** The status and the body of a call that is rejected. */
export const rejected = async (follower: Follower, query = ''): Promise<[number, Rejection]> => {
  const answer = await follow(follower, query)
  return [answer.status, (await answer.json()) as Rejection]
}

export interface StreamEvent<Data = FollowedRow> {
  id: string | null
  event: string
  data: Data
}

export interface Stream<Data = FollowedRow> {
  response: Response
  /** The next event; null where the stream has ended. Comments are left out. */
  next: () => Promise<StreamEvent<Data> | null>
  close: () => void
}

/** Reads a stream as the standard says (WHATWG HTML 9.2.6), as far as ours are. */
export const openStream = async <Data = FollowedRow>(
  follower: Follower,
  query = '',
  headers: Record<string, string> = {},
): Promise<Stream<Data>> => {
  const aborting = new AbortController()
  const { signal } = aborting
  const response = await follow(follower, query, { signal, headers: { accept: 'text/event-stream', ...headers } })
  const blocks = blocksOf(response)
  const next = async (): Promise<StreamEvent<Data> | null> => {
    for (;;) {
      const { done, value } = await blocks.next()
      if (done === true) return null
      const event = parseEvent<Data>(value)
      if (event !== null) return event
    }
  }
  return { response, next, close: () => aborting.abort() }
}

async function* blocksOf({ body }: Response): AsyncGenerator<string, undefined> {
  if (body === null) return
  let text = ''
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    text += piece
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    yield* blocks
  }
}

const parseEvent = <Data>(block: string): StreamEvent<Data> | null => {
  const fields = new Map(
    block.split('\n').map((line) => {
      const at = line.indexOf(': ')
      return [line.slice(0, at), line.slice(at + 2)] as const
    }),
  )
  const data = fields.get('data')
  if (data === undefined) return null
  return { id: fields.get('id') ?? null, event: fields.get('event') ?? 'message', data: JSON.parse(data) }
}

export const makeActiveReceiver = async (asker: Asker): Promise<ReceiverView> => {
  const receiver = await makeReceiver(asker)
  const activated = await post(asker, `/receivers/${receiver.id}/lifecycle/activate`)
  expect(activated.statusCode).toBe(200)
  return receiver
}

/** How many follow now, as Prometheus would read it. */
export const countFollowers = async ({ metrics }: Pick<TestApp, 'metrics'>) => {
  const text = await metrics()
  const of = (state: string) =>
    Number(new RegExp(`^knockwire_followers\\{state="${state}"\\} (\\d+)$`, 'm').exec(text)?.[1])
  return { waiting: of('waiting'), reading: of('reading') }
}
