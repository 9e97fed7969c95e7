import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

const runs = 25
const requests = 25

const answer = JSON.stringify({
  status: 'ok',
  items: Array.from({ length: 40 }, (_, index) => ({ id: index, price: index * 1.5, name: `Item ${index}` })),
})

/** As much JSON as is kept of a response. */
const largeAnswer = JSON.stringify(
  Array.from({ length: 11_900 }, (_, index) => ({
    id: index,
    name: `Item number ${index}`,
    price: index / 100,
    tags: ['tea', 'green', 'loose leaf'],
  })),
)

export interface AccountWithHistories {
  cookie: string
  task: string
  /** A task whose one run was answered with 1 MiB of JSON. */
  largeTask: string
  receiver: string
}

/** A new account with a task and a receiver that have a history. */
export const signUpWithHistories = async (origin: string): Promise<AccountWithHistories> => {
  let cookie = ''
  const call = async (method: string, path: string, body?: object): Promise<Record<string, string>> => {
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: { origin, cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
    const set = response.headers.getSetCookie().map((line) => line.split(';')[0])
    if (set.length > 0) cookie = set.join('; ')
    return text === '' ? {} : JSON.parse(text)
  }
  const target = createServer(({ url }, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(url === '/large' ? largeAnswer : answer),
  ).listen(0, '127.0.0.1')
  await once(target, 'listening')
  try {
    const email = `lighthouse-${Date.now()}@example.com`
    await call('POST', '/auth/sign-up', { email, password: 'a short sentence works', firstName: 'Ada', lastName: '' })

    const runTask = async (name: string, times: number): Promise<string> => {
      const { id = '' } = await call('POST', '/tasks/empty')
      await call('POST', `/tasks/${id}?activate=true`, {
        name,
        scheduler: { mode: 'CUSTOM', expression: '0 0 1 1 *', timezone: 'UTC' },
        request: { target: { uri: `http://127.0.0.1:${(target.address() as AddressInfo).port}/${name}` } },
      })
      for (let run = 0; run < times; run += 1) {
        const { executionId } = await call('POST', `/tasks/${id}/lifecycle/test`)
        for (;;) {
          const { status } = await call('GET', `/tasks/${id}/executions/${executionId}`)
          if (status === 'SUCCEEDED' || status === 'FAILED') break
          await new Promise((resolve) => setTimeout(resolve, 50))
        }
      }
      return id
    }
    const task = await runTask('prices', runs)
    const largeTask = await runTask('large', 1)

    const { id: receiver = '' } = await call('POST', '/receivers')
    await call('POST', `/receivers/${receiver}/lifecycle/activate`)
    const { url = '' } = await call('GET', `/receivers/${receiver}`)
    for (let sent = 0; sent < requests; sent += 1) {
      const received = await fetch(url, {
        method: 'POST',
        body: answer,
        headers: { 'content-type': 'application/json' },
      })
      // What a free account may receive in a minute.
      if (received.status === 429) break
      if (!received.ok) throw new Error(`The receiver answered ${received.status}.`)
      await received.arrayBuffer()
    }
    return { cookie, task, largeTask, receiver }
  } finally {
    target.close()
  }
}
