import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { defaultRequestTarget } from '@knockwire/domain/requests/request-rules'
import { defaultScheduler } from '@knockwire/domain/schedules/default-scheduler'
import { startApi } from '../ingress/ingress-server.ts'
import { sleep } from '../parts/bench.ts'
import { startExecutor } from '../parts/executor.ts'

/** The same as before, in whatever is restored. */
const encryptionKey = Buffer.alloc(32, 9).toString('base64')
const person = { email: 'restored@example.com', password: 'a long password to be restored' }
const taskPassword = 'secret of the task'
const origin = 'http://localhost:1'
const waitMs = 60_000

/** Where the task calls; keeps what it was authorised with. */
export const startTarget = async () => {
  const authorizations: string[] = []
  const server = createServer((request, response) => {
    authorizations.push(request.headers.authorization ?? '')
    response.end('ok')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, authorizations, close: () => server.close() }
}

/** Of each app. */
export const mainFiles = { source: 'src/main.ts', bundle: 'dist/main.js' }
/** Which of an app's programs are started: a bundle has to be built, and comes up in half of the time. */
export type Programs = keyof typeof mainFiles

type Target = Awaited<ReturnType<typeof startTarget>>

/**
 * The API and an executor, and how to call them as their user.
 *
 * @param repository - of the version that is started, seen from `packages/bench/`.
 */
export const startProduct = async (url: string, repository = '../..', kind: Programs = 'source') => {
  const startedAt = performance.now()
  const programOf = (app: string) => `${repository}/apps/${app}/${mainFiles[kind]}`
  const executor = await startExecutor(url, encryptionKey, {}, undefined, programOf('executor'))
  const api = await startApi({ url, encryptionKey }, 'all', {}, undefined, programOf('api'))
  const readyMs = performance.now() - startedAt
  const call = async (method: string, path: string, body?: object, cookie = '') => {
    const headers = { origin, cookie, ...(body && { 'content-type': 'application/json' }) }
    const address = `http://127.0.0.1:${api.port}/api/v1${path}`
    const answer = await fetch(address, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
    const cookies = answer.headers.getSetCookie().map((one) => one.split(';')[0])
    return { body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>, cookie: cookies.join('; ') }
  }
  return {
    readyMs,
    call,
    stop: async () => {
      await Promise.all([api.stop(), executor.stop()])
    },
  }
}

type Product = Awaited<ReturnType<typeof startProduct>>

/** Signs up, and makes a task with a secret in it; gives the task's id. */
export const useProduct = async ({ call }: Product, target: Target): Promise<string> => {
  const { cookie } = await call('POST', '/auth/sign-up', { ...person, firstName: 'R', lastName: 'S' })
  const { body } = await call('POST', '/tasks/empty', undefined, cookie)
  const basicAuth = { status: 'ENABLED', username: 'ada', password: taskPassword }
  const task = {
    name: 'Restored',
    scheduler: { ...defaultScheduler, mode: 'CUSTOM', expression: '0 0 1 1 *' },
    request: { target: { ...defaultRequestTarget, uri: target.url, basicAuth } },
  }
  await call('POST', `/tasks/${String(body['id'])}?activate=true`, task, cookie)
  return String(body['id'])
}

/** Signs in with the password from before, and runs the task: its secret is decrypted and its result recorded. */
export const checkProduct = async ({ call }: Pick<Product, 'call'>, target: Target, taskId: string): Promise<void> => {
  const { cookie } = await call('POST', '/auth/sign-in', person)
  const before = target.authorizations.length
  const { body } = await call('POST', `/tasks/${taskId}/lifecycle/test`, undefined, cookie)
  const until = performance.now() + waitMs
  for (;;) {
    const execution = await call('GET', `/tasks/${taskId}/executions/${String(body['executionId'])}`, undefined, cookie)
    if (execution.body['status'] === 'SUCCEEDED') break
    if (execution.body['status'] === 'FAILED' || performance.now() > until)
      throw new Error(`The task did not run: ${JSON.stringify(execution.body)}`)
    await sleep(50)
  }
  const expected = `Basic ${Buffer.from(`ada:${taskPassword}`).toString('base64')}`
  // Other tasks call the same target, without one.
  const used = target.authorizations.slice(before).filter((one) => one !== '')
  if (used.join() !== expected) throw new Error('The secret of the task was not restored.')
}
