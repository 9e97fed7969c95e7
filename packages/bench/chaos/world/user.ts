import type { Operation, SentRequest } from '@knockwire/db/testing/invariants/record'
import { sleep } from '../../parts/bench.ts'
import type { Action } from '../plan.ts'
import { receivers, taskIdOf, tokenOf } from './seed.ts'

const headers = { origin: 'http://localhost:1', 'content-type': 'application/json' }
const answerMs = 15_000

interface Answer {
  outcome: Operation['outcome']
  body: Record<string, unknown>
}

/** What was refused is sure not to have happened; what was not answered, or with 5xx, may have. */
const call = async (url: string, method: string, cookie: string, payload?: object): Promise<Answer> => {
  try {
    const body = payload && JSON.stringify(payload)
    const signal = AbortSignal.timeout(answerMs)
    const type = body === undefined ? { origin: headers.origin } : headers
    const answer = await fetch(url, { method, headers: { ...type, cookie }, signal, ...(body && { body }) })
    const text = await answer.text()
    const outcome = answer.ok ? 'done' : answer.status < 500 ? 'refused' : 'unknown'
    return { outcome, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) }
  } catch {
    return { outcome: 'unknown', body: {} }
  }
}

export const signUp = async (origin: string): Promise<{ cookie: string; email: string }> => {
  const email = 'chaos@example.com'
  const person = { email, password: 'a long password of chaos', firstName: 'C', lastName: 'H' }
  const init = { method: 'POST', headers, body: JSON.stringify(person) }
  const answer = await fetch(`${origin}/api/v1/auth/sign-up`, init)
  if (!answer.ok) throw new Error(`Signing up answered ${answer.status}: ${await answer.text()}`)
  return {
    email,
    cookie: answer.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; '),
  }
}

interface TaskBody {
  scheduler: Record<'mode' | 'intervalSecond' | 'oneTimeModeEpochSecond', unknown>
  request: { target: { uri: string; method: string } }
}

/** Does what the plan says, and notes what came of it. */
export const createUser = (origin: string, cookie: string, targetOrigin: string) => {
  const operations: Operation[] = []
  const tasks = `${origin}/api/v1/tasks`

  const save = async (taskId: string, name: string, isMoved: boolean): Promise<Answer> => {
    const current = await call(`${tasks}/${taskId}`, 'GET', cookie)
    if (current.outcome !== 'done') return { outcome: 'refused', body: {} }
    const { scheduler, request } = current.body as unknown as TaskBody
    const { mode, intervalSecond, oneTimeModeEpochSecond } = scheduler
    const moved = { mode: 'INTERVAL', intervalSecond: intervalSecond === 60 ? 300 : 60 }
    const { uri, method } = request.target
    return call(`${tasks}/${taskId}`, 'POST', cookie, {
      name,
      scheduler: isMoved ? moved : { mode, intervalSecond, oneTimeModeEpochSecond },
      request: { target: { uri, method } },
    })
  }
  /** A new task that runs once, some seconds later. */
  const create = async (task: number) => {
    const draft = await call(`${tasks}/empty`, 'POST', cookie)
    const { id } = draft.body
    if (draft.outcome !== 'done' || typeof id !== 'string') return
    const oneTimeModeEpochSecond = Math.floor(Date.now() / 1000) + 4
    const answer = await call(`${tasks}/${id}?activate=true`, 'POST', cookie, {
      name: `New ${task}`,
      scheduler: { mode: 'ONE_TIME', oneTimeModeEpochSecond },
      request: { target: { uri: `${targetOrigin}/new/${id}`, method: 'POST' } },
    })
    operations.push({ taskId: id, kind: 'create', name: null, outcome: answer.outcome })
  }
  const perform = async ({ kind, task, atMs }: Action) => {
    if (kind === 'create') return create(task)
    const taskId = taskIdOf(task)
    const name = kind === 'rename' || kind === 'move' ? `Named at ${atMs}` : null
    const { outcome } =
      name !== null
        ? await save(taskId, name, kind === 'move')
        : kind === 'delete'
          ? await call(`${tasks}/${taskId}?deactivate=true`, 'DELETE', cookie)
          : await call(`${tasks}/${taskId}/lifecycle/${kind}`, 'POST', cookie)
    operations.push({ taskId, kind, name, outcome })
  }
  return { operations, perform }
}

const senders = 3
const pauseMs = 200

/** Sends a request to a receiver. */
export const postTo = async (url: string, body: string): Promise<SentRequest['outcome']> => {
  try {
    const answer = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(answerMs) })
    await answer.text()
    return answer.ok ? 'acknowledged' : answer.status < 500 ? 'refused' : 'unknown'
  } catch {
    return 'unknown'
  }
}

/** Sends requests to receivers, one after the other, until it is stopped. */
export const startSenders = (origin: string) => {
  const sent: SentRequest[] = []
  let isStopped = false
  let count = 0
  const loop = async () => {
    while (!isStopped) {
      const key = `request-${(count += 1)}`
      const url = `${origin}/r/${tokenOf(1 + (count % receivers))}?${key}`
      sent.push({ key, outcome: await postTo(url, key) })
      await sleep(pauseMs)
    }
  }
  const ended = Promise.all(Array.from({ length: senders }, loop))
  return {
    sent,
    stop: async () => {
      isStopped = true
      await ended
    },
  }
}
