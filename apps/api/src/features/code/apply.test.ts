import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertSlackChannel } from '../../testing/calls/notification-calls.ts'
import { post } from '../../testing/calls/task-calls.ts'
import { createPeople, front, type People, tasksOf } from './testing/people.ts'

let people: People
const person: People['person'] = (scope) => people.person(scope)

beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people.test.close())

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
    await insertSlackChannel(people.test, ada.user, { channel: '#ops' })
    await ada.file(withSlack('#none'))
    expect((await ada.cli.run(['validate'])).code).toBe(0)
    const unknown = await ada.cli.run(['plan'])
    expect([unknown.code, unknown.stderr]).toEqual([
      1,
      'knockwire.yaml:10:24: error: front: No Slack channel #none is connected. Connect it in the dashboard.\n1 problem. Nothing was changed.\n',
    ])
    await ada.file(withSlack('#ops'))
    expect((await ada.cli.run(['apply'])).code).toBe(0)
    await insertSlackChannel(people.test, ada.user, { channel: '#ops', teamName: 'Beta', teamId: 'T2' })
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
