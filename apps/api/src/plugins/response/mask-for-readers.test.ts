import { defaultCondition } from '@knockwire/domain/conditions/condition-rules'
import { defaultRequestTarget } from '@knockwire/domain/requests/request-rules'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { joinAs } from '../../testing/calls/member-calls.ts'
import { type Asker, get, post } from '../../testing/calls/task-calls.ts'
import { makeToken, withToken } from '../../testing/calls/token-calls.ts'
import { makeOwnedObjects, type OwnedObjects } from '../../testing/owned-objects.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

const key = 'open-sesame'
const query = `page=2&api_key=${key}`

let test: TestApp
let owner: TestUser
let owned: OwnedObjects
let readers: [name: string, asker: Asker][]
beforeAll(async () => {
  test = await createTestApp()
  owner = await test.signUp('Owner')
  owned = await makeOwnedObjects(test, owner)
  const taskId = owned.urlOf({ url: ':taskId' })
  const uri = `https://tea.example/?${query}`
  const target = { ...defaultRequestTarget, uri, method: 'POST' }
  const notification = { type: 'HTTP', taskId, condition: defaultCondition, request: { target } }
  const created = await post(owner, '/notifications', notification)
  if (created.statusCode !== 201) throw new Error(`Expected 201, got ${created.statusCode}: ${created.body}`)
  await test.pool.query(`update tasks set name = null, request = jsonb_set(request, '{uri}', to_jsonb($1::text))`, [
    uri,
  ])
  await test.pool.query(
    `update execution_details set request = jsonb_set(request, '{uri}', to_jsonb($1::text)), final_uri = $1`,
    [uri],
  )
  await test.pool.query(`update received_requests set url = url || '/orders?' || $1`, [query])
  await test.pool.query(`update deliveries set recipient = $1, subject_id = (select id from executions limit 1)`, [uri])
  const viewer = await test.signUp('Viewer')
  await joinAs(test, owner, viewer, 'VIEWER')
  const program = withToken(test, (await makeToken(owner, 'READ')).token)
  readers = [
    ['a viewer', viewer],
    ['a read-only token', program],
  ]
})
afterAll(() => test.close())

/** What every route gives that only reads, with all details. */
const answersTo = async (asker: Asker): Promise<[url: string, body: string][]> => {
  const reads = test.routes.filter(
    ({ method, url, needs, isPublic }) =>
      method === 'GET' && url.startsWith('/api/v1/') && needs === undefined && !isPublic && !url.includes('/operator/'),
  )
  const found: [string, string][] = []
  for (const { url } of reads) {
    const path = owned.urlOf({ url })
    for (const more of url.endsWith('/executions') ? ['', '?include=details'] : ['', '?format=har']) {
      const { body } = await asker.inject({ url: path + more })
      found.push([url + more, body])
    }
  }
  const { body } = await asker.inject({ url: `/api/v1/notifications?taskId=${owned.urlOf({ url: ':taskId' })}` })
  return [...found, ['/api/v1/notifications?taskId', body]]
}
const withKey = (answers: readonly [string, string][]) =>
  answers.filter(([, body]) => body.includes(key)).map(([url]) => url)

it('no call gives a viewer or a read-only token a key in a URL, which owners see in lists, views, histories and exports', async () => {
  expect(withKey(await answersTo(owner))).toEqual(
    expect.arrayContaining([
      '/api/v1/tasks',
      '/api/v1/tasks/:taskId',
      '/api/v1/notifications?taskId',
      '/api/v1/tasks/:taskId/executions?include=details',
      '/api/v1/tasks/:taskId/executions/:executionId',
      '/api/v1/tasks/:taskId/executions/export',
      '/api/v1/tasks/:taskId/executions/export?format=har',
      '/api/v1/receivers/:receiverId/executions',
      '/api/v1/receivers/:receiverId/executions/:executionId',
      '/api/v1/receivers/:receiverId/executions/export',
    ]),
  )
  for (const [name, asker] of readers) {
    const answers = await answersTo(asker)
    expect([name, withKey(answers)]).toEqual([name, []])
    expect(answers.find(([url]) => url === '/api/v1/tasks/:taskId')?.[1]).toContain('?page=2&api_key=********')
  }
})

it('nobody who does not see a key in a URL finds it by searching for it', async () => {
  const [taskId, receiverId] = [owned.urlOf({ url: ':taskId' }), owned.urlOf({ url: ':receiverId' })]
  const totals = async (asker: Asker, text: string) => {
    const answers = [
      await get(asker, `/tasks?search=${text}`),
      await get(asker, `/tasks/${taskId}/executions?text=${text}`),
      await get(asker, `/receivers/${receiverId}/executions?text=${text}`),
    ]
    return answers.map((answer) => answer.json<{ results: unknown[] }>().results.length)
  }
  expect(Math.min(...(await totals(owner, key)))).toBeGreaterThan(0)
  for (const [name, asker] of readers) {
    expect([name, await totals(asker, key)]).toEqual([name, [0, 0, 0]])
    const [tasks = 0, executions = 0] = await totals(asker, 'tea.example')
    expect([name, Math.min(tasks, executions)]).not.toEqual([name, 0])
  }
})
