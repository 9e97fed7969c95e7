import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { get } from '../../testing/calls/task-calls.ts'
import { makeToken } from '../../testing/calls/token-calls.ts'
import { createTestCli } from '../../testing/cli/test-cli.ts'
import { createPeople, front, type People, tasksOf } from './testing/people.ts'

let people: People
const person: People['person'] = (scope) => people.person(scope)

beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people.test.close())

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
    const signedIn = await cli.run(['login', people.url, '--token-stdin'], { input: `${token}\n` })
    expect([signedIn.code, signedIn.stdout]).toEqual([0, expect.stringContaining(`as ${ada.user.email}`)])
    expect((await cli.run(['whoami'])).stdout).toContain(ada.user.email)
    const other = await cli.run(['whoami', '--url', 'http://127.0.0.1:1'])
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('No token for http://127.0.0.1:1')])
    const rejected = await cli.run(['login', people.url, '--token-stdin'], { input: 'kw_wrong\n' })
    expect(rejected.code).toBe(4)
    expect((await cli.run(['logout'])).code).toBe(0)
    expect((await cli.run(['whoami'])).code).toBe(1)
  })
})
