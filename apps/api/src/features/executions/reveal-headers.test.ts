import { encryptSecretHeaders } from '@knockwire/services/secrets/stored-headers'
import type { HeaderList } from '@knockwire/domain/headers/header-list'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertReceived } from '../../testing/rows/insert-received.ts'
import { insertRun } from '../../testing/rows/insert-run.ts'
import { makeReceiver } from '../../testing/calls/receiver-calls.ts'
import { type Asker, get, makeTask, post } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { makeToken, withToken } from '../../testing/calls/token-calls.ts'

let test: TestApp
let owner: TestUser
let stranger: TestUser
beforeAll(async () => {
  test = await createTestApp()
  owner = await test.signUp('Owner')
  stranger = await test.signUp('Stranger')
})
afterAll(() => test.close())

const headers: HeaderList = [
  ['Server', 'tea'],
  ['Set-Cookie', 'session=open-sesame'],
  ['set-cookie', 'theme=open-sesame'],
  ['X-Api-Key', 'open-sesame'],
]
const masked = headers.map(([name, value]) => [name, name === 'Server' ? value : '********'])
const stored = () => encryptSecretHeaders(headers, test.context.secrets)

const makeRun = async () => {
  const { id: taskId } = await makeTask(owner)
  const details = { responseHeaders: stored() }
  const id = await insertRun(
    test,
    { taskId, accountId: owner.accountId },
    { status: 'SUCCEEDED', statusCode: 200, details },
  )
  return { id, list: `/tasks/${taskId}/executions`, field: 'response.headers' }
}

const makeRequest = async () => {
  const { id: receiverId } = await makeReceiver(owner)
  const [id = ''] = await insertReceived(test, receiverId, 1, { requestHeaders: stored() })
  return { id, list: `/receivers/${receiverId}/executions`, field: 'requestHeaders' }
}

describe.each([
  ['the response of an execution', makeRun],
  ['a received request', makeRequest],
])('secret headers of %s', (_what, make) => {
  let made: Awaited<ReturnType<typeof make>>
  beforeAll(async () => {
    made = await make()
  })
  const reveal = (asker: Asker) => post(asker, `${made.list}/${made.id}/reveal-headers`)

  it('are masked in the details, in their order, duplicates kept, and not in the list', async () => {
    const answer = await get(owner, `${made.list}/${made.id}`)
    expect(answer.json()).toHaveProperty(made.field, masked)
    expect((await get(owner, made.list)).body).not.toContain('Set-Cookie')
    expect(answer.body).not.toContain('open-sesame')
  })

  it('are shown to the owner on request, and cached nowhere', async () => {
    const answer = await reveal(owner)
    expect([answer.statusCode, answer.json()]).toEqual([200, { headers }])
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(test.logLines.join('\n')).not.toContain('open-sesame')
  })

  it('are shown neither to another account, nor to a visitor, nor to a read-only token', async () => {
    const program = withToken(test, (await makeToken(owner, 'READ')).token)
    const answers = [await reveal(stranger), await reveal(test), await reveal(program)]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 401, 403])
    expect(answers.map(({ body }) => body).join()).not.toContain('open-sesame')
  })
})
