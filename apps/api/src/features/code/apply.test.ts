import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verifiedEmails } from '@knockwire/db/schema/accounts'
import { plans } from '@knockwire/domain/plans/plans'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startAskingProxy } from '../../testing/peers/asking-proxy.ts'
import { createTestCli, type TestCli } from '../../testing/cli/test-cli.ts'
import { makeToken } from '../../testing/calls/token-calls.ts'
import { insertSlackChannel } from '../../testing/calls/notification-calls.ts'
import { get, post } from '../../testing/calls/task-calls.ts'
import { patch } from '../definitions/testing/apply-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

const { label: _, ...unlimited } = plans.SUPER

let test: TestApp
let url: string
let people = 0

beforeAll(async () => {
  test = await createTestApp({ settings: { limits: { ...unlimited, label: null } } })
  url = await test.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => test.close())

interface Person {
  user: TestUser
  cli: TestCli
  file: (text: string, name?: string) => Promise<void>
  read: (name?: string) => Promise<string>
}

const person = async (scope: 'READ' | 'WRITE' = 'WRITE'): Promise<Person> => {
  const user = await test.signUp(`Person${(people += 1)}`)
  const { token } = await makeToken(user, scope)
  const cli = await createTestCli({ url, token })
  onTestFinished(cli.close)
  return {
    user,
    cli,
    file: (text, name = 'knockwire.yaml') => writeFile(join(cli.folder, name), text),
    read: (name = 'knockwire.yaml') => readFile(join(cli.folder, name), 'utf8'),
  }
}

const front = `version: 1
project: shop
tasks:
  front:
    name: Front
    schedule: { every: 5m }
    request: { url: "http://127.0.0.1:8765/" }
    notify: []
`

interface Definition {
  notifications: { request: { target: { uri: string } } }[]
}

const definitionOf = async ({ user }: Person, id: string) =>
  (await get(user, `/tasks/${id}/definition`)).json<Definition>()

const tasksOf = async ({ user }: Person) =>
  (await get(user, '/tasks?page=0&size=100')).json<{
    results: { id: string; name: string; key: string }[]
    total: number
  }>()

describe('plan and apply', () => {
  it('say what would change and change it, and the second time nothing', async () => {
    const ada = await person()
    await ada.file(front)
    const planned = await ada.cli.run(['plan'])
    expect([planned.code, planned.stdout]).toEqual([2, '+ create task front\n1 to create; 0 as in the file.\n'])
    expect((await tasksOf(ada)).total).toBe(0)
    const applied = await ada.cli.run(['apply'])
    expect([applied.code, applied.stderr]).toEqual([0, ''])
    expect(applied.stdout).toContain('Applied: 1 change.')
    expect((await tasksOf(ada)).results).toMatchObject([{ name: 'Front', key: 'front' }])
    expect(await ada.cli.run(['plan'])).toEqual({
      code: 0,
      stdout: 'Nothing to change; 1 as in the file.\n',
      stderr: '',
    })
    const again = await ada.cli.run(['apply'])
    expect([again.code, again.stdout]).toEqual([0, 'Nothing to change; 1 as in the file.\n'])
    await ada.file(front.replace('5m', '10m'))
    const changed = await ada.cli.run(['plan', '--json'])
    expect(changed.code).toBe(2)
    expect(JSON.parse(changed.stdout)).toMatchObject({
      changes: [{ op: 'update', key: 'front', fields: [{ path: '/scheduler/intervalSecond', from: 300, to: 600 }] }],
    })
  })

  it('apply exactly a plan that was kept, and nothing where the project has changed since', async () => {
    const ada = await person()
    await ada.file(front)
    expect((await ada.cli.run(['plan', '--out', 'first.plan'])).code).toBe(2)
    expect((await ada.cli.run(['plan', '--out', 'second.plan'])).code).toBe(2)
    await ada.file(front.replace('Front', 'Another'))
    expect((await ada.cli.run(['apply', 'first.plan'])).code).toBe(0)
    expect((await tasksOf(ada)).results).toMatchObject([{ name: 'Front' }])
    const stale = await ada.cli.run(['apply', 'second.plan'])
    expect([stale.code, stale.stderr]).toEqual([1, expect.stringContaining('changed since the plan was made')])
    // By hand, too.
    expect((await ada.cli.run(['plan', '--out', 'third.plan'])).code).toBe(2)
    const { results } = await tasksOf(ada)
    const id = results[0]?.id ?? ''
    expect((await post(ada.user, `/tasks/${id}/lifecycle/deactivate`)).statusCode).toBe(200)
    expect((await ada.cli.run(['apply', 'third.plan'])).code).toBe(1)
    expect((await tasksOf(ada)).results).toMatchObject([{ name: 'Front' }])
  })

  it('of two at once make one, and the other changes nothing', async () => {
    const ada = await person()
    await ada.file(front)
    const both = await Promise.all([ada.cli.run(['apply']), ada.cli.run(['apply'])])
    for (const { code, stderr } of both)
      expect([0, 1]).toContain(code === 1 && !stderr.includes('Nothing was applied') ? stderr : code)
    expect(both.map(({ code }) => code)).toContain(0)
    expect((await tasksOf(ada)).total).toBe(1)
  })

  it('say where in the file stands what the server does not accept, among 1,000 tasks', async () => {
    const ada = await person()
    const missing = '?key=${secret:NONE}'
    const tasks = Array.from(
      { length: 1000 },
      (_unused, index) =>
        `  task-${index}:\n    schedule: { every: 5m }\n    request: { url: "http://127.0.0.1:8765/${index}${index === 700 ? missing : ''}" }\n`,
    )
    await ada.file(`version: 1\nproject: shop\ntasks:\n${tasks.join('')}`)
    const { code, stderr } = await ada.cli.run(['plan'])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^knockwire\.yaml:2106:16: error: task-700: .*\n1 problem\. Nothing was changed\.\n$/)
    await ada.file(`version: 1\nproject: shop\ntasks:\n${tasks.join('').replace(missing, '')}`)
    const start = performance.now()
    expect((await ada.cli.run(['apply'])).stdout).toContain('Applied: 1,000 changes.')
    process.stdout.write(`1,000 tasks planned and applied in ${Math.round(performance.now() - start)} ms\n`)
    expect((await tasksOf(ada)).total).toBe(1000)
    expect((await ada.cli.run(['plan'])).code).toBe(0)
  }, 120_000)

  it('ask before anything is deleted, and say how many runs go with it', async () => {
    const ada = await person()
    await ada.file(front)
    await ada.cli.run(['apply'])
    await ada.file('version: 1\nproject: shop\n')
    const orphaned = await ada.cli.run(['plan'])
    expect([orphaned.code, orphaned.stdout]).toEqual([0, expect.stringContaining('? not in the file task front')])
    const unasked = await ada.cli.run(['apply', '--prune', 'delete'])
    expect(unasked.code).toBe(1)
    expect(unasked.stderr).toContain('task front with no runs\nNothing was applied. --yes deletes without asking.')
    expect((await tasksOf(ada)).total).toBe(1)
    expect((await ada.cli.run(['apply', '--prune', 'delete', '--yes'])).code).toBe(0)
    expect((await tasksOf(ada)).total).toBe(0)
  })

  it('find Slack channels by their names, which an export writes again', async () => {
    const ada = await person()
    const withSlack = (channel: string) =>
      `${front.replace('notify: []', 'notify: [{ use: chat, when: { status: 500 } }]')}channels:\n  chat: { type: slack, channel: '${channel}' }\n`
    await insertSlackChannel(test, ada.user, { channel: '#ops' })
    await ada.file(withSlack('#none'))
    expect((await ada.cli.run(['validate'])).code).toBe(0)
    const unknown = await ada.cli.run(['plan'])
    expect([unknown.code, unknown.stderr]).toEqual([
      1,
      'knockwire.yaml:10:24: error: front: No Slack channel #none is connected. Connect it in the dashboard.\n1 problem. Nothing was changed.\n',
    ])
    await ada.file(withSlack('#ops'))
    expect((await ada.cli.run(['apply'])).code).toBe(0)
    await insertSlackChannel(test, ada.user, { channel: '#ops', teamName: 'Beta', teamId: 'T2' })
    const { stdout } = await ada.cli.run(['export', '--out', 'knockwire.yaml', '--force'])
    expect([stdout, await ada.read()]).toEqual(['', expect.stringContaining('channel: Acme/#ops')])
    expect((await ada.cli.run(['plan'])).code).toBe(0)
  })

  it('of a token that may only read plan, and change nothing', async () => {
    const ada = await person('READ')
    await ada.file(front)
    const planned = await ada.cli.run(['plan'])
    expect([planned.code, planned.stdout, planned.stderr]).toEqual([
      2,
      expect.stringContaining('+ create task front'),
      '',
    ])
    const { code, stderr } = await ada.cli.run(['apply'])
    expect([code, stderr]).toEqual([1, 'This API token is read-only.\n'])
    expect((await tasksOf(ada)).total).toBe(0)
  })
})

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
    await test.db.insert(verifiedEmails).values(verified)
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
    const proxy = await startAskingProxy(url, async ({ method, path }) => {
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
    await test.db.insert(verifiedEmails).values({ accountId, address, verifiedAt: new Date(), verifiedBy: userId })
    const mail = { type: 'EMAIL', emailSetting: { address, subject: 'a', template: 'b' } }
    const { id } = await create(ada, '/receivers', { name: 'Mailed', notifications: [mail] })
    await test.db.delete(verifiedEmails).where(eq(verifiedEmails.accountId, accountId))
    const failed = await ada.cli.run(['adopt'])
    expect([failed.code, failed.stdout]).toEqual([1, ''])
    expect(failed.stderr).toContain(`receiver Mailed (${id}): `)
    expect(failed.stderr).toContain('No keys were given.')
    expect((await tasksOf(ada)).results.map(({ key }) => key)).toEqual([null, null])
  })
})

describe('plan', () => {
  it('prints no secret of a URL where a whole notification is added or removed, and prints references', async () => {
    const ada = await person()
    const without = 'version: 1\nproject: shop\nreceivers:\n  orders: { notify: [] }\n'
    const notify = (query: string) =>
      `${without.replace('[]', '[ops]')}channels:\n  ops: { type: http, request: { url: "http://a.test/?${query}" } }\n`
    const printedFor = async (text: string) => {
      await ada.file(text)
      const { code, stdout, stderr } = await ada.cli.run(['plan'])
      expect([code, stderr]).toEqual([2, ''])
      return stdout
    }
    await ada.cli.run(['secrets', 'set', 'KEY'], { input: 'stored' })
    await ada.file(without)
    expect((await ada.cli.run(['apply'])).code).toBe(0)
    expect(await printedFor(notify('key=abc123secret'))).toContain('/?key=********')
    expect(await printedFor(notify('key=${secret:KEY}'))).toContain('/?key=${secret:KEY}')
    await ada.file(notify('key=abc123secret'))
    expect((await ada.cli.run(['apply'])).code).toBe(0)
    expect(await printedFor(without)).toContain('/?key=********')
  })
})

describe('keys and secrets', () => {
  it('a key that is renamed keeps its task, and the comments of the file', async () => {
    const ada = await person()
    await ada.file(`# Monitors of the shop\n${front}`)
    await ada.cli.run(['apply'])
    const [before] = (await tasksOf(ada)).results
    expect((await ada.cli.run(['mv', 'task', 'front', 'shop-front'])).code).toBe(0)
    expect(await ada.read()).toMatch(/^# Monitors of the shop\n/)
    const { code, stdout } = await ada.cli.run(['apply'])
    expect([code, stdout]).toEqual([0, expect.stringContaining('> rename task shop-front')])
    expect((await tasksOf(ada)).results).toMatchObject([{ id: before?.id, key: 'shop-front' }])
    const taken = await ada.cli.run(['mv', 'task', 'none', 'x'])
    expect([taken.code, taken.stderr]).toEqual([1, 'The file has no task none.\n'])
  })

  it('secrets are set from the standard input, listed by name alone, and deleted', async () => {
    const ada = await person()
    await ada.cli.run(['secrets', 'set', 'A_TOKEN'], { input: 'very secret\n' })
    const list = await ada.cli.run(['secrets', 'list'])
    expect(list.stdout).toMatch(/^A_TOKEN {2}\S+ {2}not used\n$/)
    expect((await ada.cli.run(['secrets', 'rm', 'A_TOKEN'])).code).toBe(0)
    expect(await ada.cli.run(['secrets', 'list'])).toMatchObject({ stdout: '', stderr: 'There are no secrets.\n' })
    await ada.file(front.replace('127.0.0.1:8765/', '127.0.0.1:8765/?key=${secret:A_TOKEN}'))
    expect((await ada.cli.run(['plan'])).stderr).toContain('There is no secret A_TOKEN. Store it first.')
    await ada.cli.run(['secrets', 'set', 'A_TOKEN'], { input: 'very secret\n' })
    await ada.cli.run(['apply'])
    const used = await ada.cli.run(['secrets', 'rm', 'A_TOKEN'])
    expect([used.code, used.stderr]).toEqual([
      1,
      'A_TOKEN is used by: task front. Calls that use it would fail. --force deletes it all the same.\n',
    ])
    expect((await ada.cli.run(['secrets', 'rm', 'A_TOKEN', '--force'])).code).toBe(0)
    expect((await ada.cli.run(['completion', 'keys', 'task'])).stdout).toBe('front\n')
    const wrong = await ada.cli.run(['secrets', 'set', 'no name'], { input: 'x' })
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('name')])
  })
})

describe('signing in', () => {
  it('says what the token may do: all, to read, or what its scopes name', async () => {
    const ada = await person()
    const said = async (scope: 'READ' | 'WRITE', changes: object = {}) => {
      const { token } = await makeToken(ada.user, scope, changes)
      return (await ada.cli.run(['whoami'], { env: { KNOCKWIRE_TOKEN: token } })).stdout.split('\n')[1]
    }
    expect(await said('WRITE')).toBe('The token may read and change everything.')
    expect(await said('READ')).toBe('The token may read everything and change nothing.')
    expect(await said('WRITE', { scopes: ['apply'], project: 'shop' })).toBe(
      'The token may: apply files (apply), of the project shop only.',
    )
    expect(await said('WRITE', { scopes: ['tasks:read', 'secrets:write'] })).toBe(
      'The token may: see tasks (tasks:read), set secrets (secrets:write).',
    )
    const json = JSON.parse((await ada.cli.run(['whoami', '--json'])).stdout)
    expect(json.token).toEqual({ scope: 'WRITE', scopes: null, project: null })
    expect((await get(ada.user, '/accounts/me')).json()).not.toHaveProperty('token')
  })

  it('keeps the token where its owner alone reads it, and a token of another server is not sent', async () => {
    const ada = await person()
    const { token } = await makeToken(ada.user, 'READ')
    const cli = await createTestCli(null)
    onTestFinished(cli.close)
    expect((await cli.run(['whoami'])).stderr).toContain('No server is known')
    const signedIn = await cli.run(['login', url, '--token-stdin'], { input: `${token}\n` })
    expect([signedIn.code, signedIn.stdout]).toEqual([0, expect.stringContaining(`as ${ada.user.email}`)])
    expect((await cli.run(['whoami'])).stdout).toContain(ada.user.email)
    const other = await cli.run(['whoami', '--url', 'http://127.0.0.1:1'])
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('No token for http://127.0.0.1:1')])
    const rejected = await cli.run(['login', url, '--token-stdin'], { input: 'kw_wrong\n' })
    expect(rejected.code).toBe(4)
    expect((await cli.run(['logout'])).code).toBe(0)
    expect((await cli.run(['whoami'])).code).toBe(1)
  })
})
