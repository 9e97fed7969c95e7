import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { verifiedEmails } from '@knockwire/db/schema/accounts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { get, post } from '../../testing/calls/task-calls.ts'
import { startAskingProxy } from '../../testing/peers/asking-proxy.ts'
import { patch } from '../definitions/testing/apply-calls.ts'
import { createPeople, front, type People, type Person, tasksOf } from './testing/people.ts'

let people: People
const person: People['person'] = (scope) => people.person(scope)

beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people.test.close())

interface Definition {
  notifications: { request: { target: { uri: string } } }[]
}

const definitionOf = async ({ user }: Person, id: string) =>
  (await get(user, `/tasks/${id}/definition`)).json<Definition>()

describe('export', () => {
  const everything = (email: string) => `version: 1
project: shop
channels:
  mail: { type: email, to: ${email}, subject: "{{ task.name }} \${env:NOT}" }
  http:
    type: http
    request:
      url: http://127.0.0.1:8765/hook
      method: POST
      headers: { Authorization: "Bearer \${secret:TOKEN}" }
      json: { a: "{{ response.code }}", b: "x {{ task.name }}" }
    when: { status: { not: 200 } }
    firing: { mode: on-start, notifyOnRecovery: true, afterInARow: 3, recoverAfterInARow: 2 }
tasks:
  a:
    name: A
    description: "**Markdown**"
    labels: { team: shop, tier: "1" }
    schedule: { every: 1h }
    request:
      url: http://127.0.0.1:8765/?q=\${secret:TOKEN}
      method: POST
      headers: [[X-A, "1"], [X-A, "2"], [Content-Type, application/json]]
      json: { a: [1, { b: null }] }
      basicAuth: { username: u, password: "\${secret:TOKEN}" }
      followRedirects: false
      allowInsecureCertificates: true
    notify:
      - http
      - { use: mail, when: { any: [ { all: [ { status: { gte: 400, lt: 500 } } ] }, { json: $.a, changed: true } ] } }
      - { use: mail, key: other, when: { header: etag, notContains: x }, message: "{{ condition.value }}" }
    charts:
      time: { name: Time, value: time }
      price: { name: Price, value: { json: $.price } }
  b:
    state: paused
    schedule: { cron: "0 4 * * 1-5", timezone: Europe/Berlin, catchUp: all, catchUpWithin: 2h }
    request: { url: http://127.0.0.1:8765/b }
    completion: { within: 6h }
    notify: []
  c:
    schedule: { at: "2040-01-15T09:00:00+01:00" }
    request: { url: http://127.0.0.1:8765/c, method: PUT, body: "{}" }
    notify: []
receivers:
  orders:
    name: Orders
    labels: { team: shop }
    response: { status: 202, contentType: application/json, body: '{"a": {{ request.body | json }}}' }
    notify:
      - { use: mail, key: each }
      - { use: mail, key: paid, when: { json: $.type, eq: paid }, firing: { mode: on-start } }
  backup:
    state: paused
    expect: { every: 1d, grace: 1h, maxRun: 6h, active: { days: [mon, fri], from: "06:00", until: "22:00" }, timezone: Europe/Berlin, countHead: true }
    notify:
      - { use: mail, when: heartbeat, firing: { notifyWhenLate: true, afterInARow: 2 } }
`

  it('gives a file whose plan says nothing, and which makes everything again after it was deleted', async () => {
    const ada = await person()
    const { accountId, userId, email } = ada.user
    const verified = { accountId, address: email, verifiedAt: new Date(), verifiedBy: userId }
    await people.test.db.insert(verifiedEmails).values(verified)
    expect((await ada.cli.run(['secrets', 'set', 'TOKEN'], { input: 'of the alerts\n' })).code).toBe(0)
    await ada.file(everything(email))
    const applied = await ada.cli.run(['apply'], { env: { NOT: 'set' } })
    expect([applied.code, applied.stderr]).toEqual([0, ''])
    const exported = await ada.cli.run(['export', '--out', 'exported.yaml'])
    expect([exported.code, exported.stderr]).toEqual([0, ''])
    expect(await ada.cli.run(['plan', '--file', 'exported.yaml'])).toEqual({
      code: 0,
      stdout: 'Nothing to change; 5 as in the file.\n',
      stderr: '',
    })
    await ada.file('version: 1\nproject: shop\n', 'empty.yaml')
    expect((await ada.cli.run(['apply', '--file', 'empty.yaml', '--prune', 'delete', '--yes'])).code).toBe(0)
    expect((await tasksOf(ada)).total).toBe(0)
    expect((await ada.cli.run(['apply', '--file', 'exported.yaml'])).code).toBe(0)
    const again = await ada.cli.run(['export'])
    expect(again.stdout).toBe(await ada.read('exported.yaml'))
    expect(again.stdout).toContain('    completion:\n      within: 6h\n')
    const split = await ada.cli.run(['export', '--split', 'split'])
    expect([split.code, split.stderr]).toEqual([0, '6 files are in split.\n'])
    expect((await ada.cli.run(['plan', '--file', 'split/knockwire.yaml'])).code).toBe(0)
  }, 120_000)

  it('never holds a stored secret: it is named, or stays as it is', async () => {
    const ada = await person()
    const headers = { Authorization: 'Bearer very-secret', Accept: 'text/html' }
    const target = {
      uri: 'http://127.0.0.1:8765/',
      headers,
      basicAuth: { status: 'ENABLED', username: 'u', password: 'pw-secret' },
    }
    const task = {
      key: 'front',
      name: 'Front',
      scheduler: { mode: 'INTERVAL', intervalSecond: 300 },
      request: { target },
    }
    const made = await ada.user.inject({ method: 'PUT', url: '/api/v1/tasks/by-key/front', payload: task })
    expect([made.statusCode, made.body]).toEqual([201, expect.any(String)])
    const named = await ada.cli.run(['export', '--project', 'shop'])
    expect(named.stdout).not.toContain('secret"')
    expect(named.stdout).not.toMatch(/very-secret|pw-secret/)
    expect(named.stdout).toContain('Authorization: ${secret:FRONT_AUTHORIZATION}')
    expect(named.stderr).toContain('knockwire secrets set FRONT_AUTHORIZATION')
    expect(named.stderr).toContain('knockwire secrets set FRONT_PASSWORD')
    const kept = await ada.cli.run(['export', '--project', 'shop', '--keep-secrets', '--out', 'kept.yaml'])
    expect(kept.code).toBe(0)
    const planned = await ada.cli.run(['plan', '--file', 'kept.yaml', '--json'])
    expect(JSON.parse(planned.stdout).changes).toMatchObject([{ op: 'adopt', fields: [], secretsChanged: [] }])
  })

  const create = async ({ user }: Person, path: string, body: object): Promise<{ id: string }> => {
    const made = await post(user, path, body)
    expect([made.statusCode, made.body]).toEqual([201, expect.any(String)])
    return made.json()
  }
  const scheduler = { mode: 'INTERVAL', intervalSecond: 300 }
  const alerts = (headers: object) => ({
    type: 'HTTP',
    request: {
      target: { uri: 'https://alerts.example/?token=abc123secret&page=2', method: 'POST', body: '{}', headers },
    },
  })
  /** Two tasks and a receiver with a notification by HTTP, all made by hand. */
  const makeByHand = async (ada: Person) => {
    const condition = { source: 'response_code', comparison: 'number_not_equal_to', rightValue: 200 }
    const notifications = [{ ...alerts({ Authorization: 'Bearer squirrel' }), condition }]
    const request = { target: { uri: 'http://127.0.0.1:8765/' } }
    for (const name of ['Shop front', 'Shop front'])
      await create(ada, '/tasks', { name, scheduler, request, notifications })
    await create(ada, '/receivers', { name: 'Orders', notifications: [alerts({})] })
  }

  it('of what was made by hand is applied as it is once that has keys, and secrets are called the same before', async () => {
    const ada = await person()
    await makeByHand(ada)
    const before = await ada.cli.run(['export', '--project', 'shop'])
    expect(before.stderr).toContain('2 tasks and 1 receiver were made by hand and have no keys')
    const ids = (await tasksOf(ada)).results.map(({ id }) => id)
    const adopted = await ada.cli.run(['adopt'])
    expect(adopted).toEqual({
      code: 0,
      stdout:
        'task Shop front has the key shop-front.\ntask Shop front has the key shop-front-2.\nreceiver Orders has the key orders.\n',
      stderr: 'knockwire export writes them as a file.\n',
    })
    expect(await ada.cli.run(['adopt'])).toMatchObject({ code: 0, stdout: 'All of them have keys.\n' })
    const exported = await ada.cli.run(['export', '--project', 'shop', '--out', 'knockwire.yaml'])
    const text = await ada.read()
    expect(text).toBe(before.stdout)
    expect(text).not.toMatch(/squirrel|abc123secret/)
    expect(text).toContain('?token=${secret:SHOP_FRONT_HTTP_TOKEN}&page=2')
    const names = [...exported.stderr.matchAll(/knockwire secrets set (\w+)/g)].map(([, name = '']) => name)
    expect(names.toSorted()).toEqual([
      'ORDERS_HTTP_TOKEN',
      'SHOP_FRONT_2_HTTP_AUTHORIZATION',
      'SHOP_FRONT_2_HTTP_TOKEN',
      'SHOP_FRONT_HTTP_AUTHORIZATION',
      'SHOP_FRONT_HTTP_TOKEN',
    ])
    for (const name of names) await ada.cli.run(['secrets', 'set', name], { input: 'abc123secret' })
    const { code, stdout } = await ada.cli.run(['apply'])
    expect([code, stdout]).toEqual([0, expect.stringContaining('~ adopt receiver orders')])
    expect((await tasksOf(ada)).total).toBe(2)
    expect((await ada.cli.run(['plan'])).code).toBe(0)
    const taken = await patch(ada.user, `/tasks/${ids[0]}`, { key: null })
    expect(taken.statusCode).toBe(409)
  })

  it('names the project of the file here, else the only one of the account, unless another is named', async () => {
    const ada = await person()
    const projectIn = async (...args: string[]) =>
      /^project: (.*)$/m.exec((await ada.cli.run(['export', ...args])).stdout)?.[1]
    expect(await projectIn()).toBe('main')
    await ada.file(front)
    expect(await projectIn()).toBe('shop')
    await ada.cli.run(['apply'])
    await rm(join(ada.cli.folder, 'knockwire.yaml'))
    expect(await projectIn()).toBe('shop')
    expect(await projectIn('--project', 'other')).toBe('other')
  })

  it('that keeps secrets is applied as it is, and names what it has in plain', async () => {
    const ada = await person()
    await makeByHand(ada)
    await ada.cli.run(['adopt'])
    const kept = await ada.cli.run(['export', '--keep-secrets', '--project', 'shop', '--out', 'knockwire.yaml'])
    expect(kept.stderr).toContain('receiver orders has a secret in a URL, which is in the file as it is.')
    await ada.file((await ada.read()).replaceAll('page=2', 'page=3'))
    const printed = await ada.cli.run(['plan'])
    expect(printed.stdout).toContain('&page=2" → ')
    expect(printed.stdout).not.toContain('abc123secret')
    await ada.file((await ada.read()).replaceAll('page=3', 'page=2'))
    const { changes } = JSON.parse((await ada.cli.run(['plan', '--json'])).stdout)
    expect(changes).toHaveLength(3)
    for (const change of changes) expect(change).toMatchObject({ op: 'adopt', fields: [], secretsChanged: [] })
  })

  it('keeps what somebody else changes while keys are given', async () => {
    const ada = await person()
    await makeByHand(ada)
    const [{ id } = { id: '' }] = (await tasksOf(ada)).results
    const uri = 'https://moved.example/'
    const seen = new Set<string>()
    const proxy = await startAskingProxy(people.url, async ({ method, path }) => {
      if (method !== 'PATCH' || path.includes('dryRun') || seen.has(path)) return
      seen.add(path)
      if (!path.includes(id)) return
      const { notifications } = await definitionOf(ada, id)
      for (const { request } of notifications) request.target.uri = uri
      expect((await patch(ada.user, `/tasks/${id}`, { notifications })).statusCode).toBe(200)
    })
    const adopted = await ada.cli.run(['adopt'], { env: { KNOCKWIRE_URL: proxy } })
    expect(adopted).toMatchObject({ code: 0, stdout: expect.stringContaining('receiver Orders has the key orders.') })
    expect(seen.size).toBe(3)
    expect(await definitionOf(ada, id)).toMatchObject({
      key: expect.stringMatching(/^shop-front/),
      notifications: [{ key: 'http', request: { target: { uri } } }],
    })
  })

  it('gives keys to all or none: what is wrong is named before anything is changed', async () => {
    const ada = await person()
    await makeByHand(ada)
    const address = 'gone@shop.example'
    const { accountId, userId } = ada.user
    await people.test.db
      .insert(verifiedEmails)
      .values({ accountId, address, verifiedAt: new Date(), verifiedBy: userId })
    const mail = { type: 'EMAIL', emailSetting: { address, subject: 'a', template: 'b' } }
    const { id } = await create(ada, '/receivers', { name: 'Mailed', notifications: [mail] })
    await people.test.db.delete(verifiedEmails).where(eq(verifiedEmails.accountId, accountId))
    const failed = await ada.cli.run(['adopt'])
    expect([failed.code, failed.stdout]).toEqual([1, ''])
    expect(failed.stderr).toContain(`receiver Mailed (${id}): `)
    expect(failed.stderr).toContain('No keys were given.')
    expect((await tasksOf(ada)).results.map(({ key }) => key)).toEqual([null, null])
  })
})
