import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

const runs = 25
const requests = 25

const answer = JSON.stringify({
  status: 'ok',
  items: Array.from({ length: 40 }, (_, index) => ({ id: index, price: index * 1.5, name: `Item ${index}` })),
})

export interface AccountWithHistories {
  cookie: string
  task: string
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
  const target = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer),
  ).listen(0, '127.0.0.1')
  await once(target, 'listening')
  try {
    const email = `lighthouse-${Date.now()}@example.com`
    await call('POST', '/auth/sign-up', { email, password: 'a short sentence works', firstName: 'Ada', lastName: '' })

    const { id: task = '' } = await call('POST', '/tasks/empty')
    await call('POST', `/tasks/${task}?activate=true`, {
      name: 'Prices',
      scheduler: { mode: 'CUSTOM', expression: '0 0 1 1 *', timezone: 'UTC' },
      request: { target: { uri: `http://127.0.0.1:${(target.address() as AddressInfo).port}/prices` } },
    })
    for (let run = 0; run < runs; run += 1) {
      const { executionId } = await call('POST', `/tasks/${task}/lifecycle/test`)
      for (;;) {
        const { status } = await call('GET', `/tasks/${task}/executions/${executionId}`)
        if (status === 'SUCCEEDED' || status === 'FAILED') break
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }

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
    return { cookie, task, receiver }
  } finally {
    target.close()
  }
}
