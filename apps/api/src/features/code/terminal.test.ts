import { writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createTestCli, type OnTerminal, type TestCli } from '../../testing/cli/test-cli.ts'
import { get, makeTask } from '../../testing/calls/task-calls.ts'
import { makeToken } from '../../testing/calls/token-calls.ts'
import { insertRun } from '../../testing/rows/insert-run.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let test: TestApp
let url: string
let people = 0
beforeAll(async () => {
  test = await createTestApp()
  url = await test.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => test.close())

const person = async (): Promise<{ user: TestUser; cli: TestCli; token: string }> => {
  const user = await test.signUp(`Person${(people += 1)}`)
  const { token } = await makeToken(user, 'WRITE')
  const cli = await createTestCli({ url, token })
  onTestFinished(cli.close)
  return { user, cli, token }
}

const until = (terminal: OnTerminal, text: string) => expect.poll(terminal.screen, { timeout: 30_000 }).toContain(text)

const openOn = (cli: TestCli, args: readonly string[]): OnTerminal => {
  const terminal = cli.startOnTerminal(args)
  onTestFinished(terminal.kill)
  return terminal
}

const total = async (user: TestUser) => (await get(user, '/tasks')).json<{ total: number }>().total

describe('on a terminal', () => {
  it('apply names what goes, and deletes only where yes is typed', async () => {
    const { user, cli } = await person()
    const task = '  front:\n    schedule: { every: 5m }\n    request: { url: "http://127.0.0.1:8765/" }\n'
    await writeFile(join(cli.folder, 'knockwire.yaml'), `version: 1\nproject: shop\ntasks:\n${task}`)
    expect((await cli.run(['apply'])).code).toBe(0)
    const { results } = (await get(user, '/tasks')).json<{ results: { id: string }[] }>()
    await insertRun(test, { taskId: results[0]?.id ?? '', accountId: user.accountId })
    await writeFile(join(cli.folder, 'knockwire.yaml'), 'version: 1\nproject: shop\n')
    for (const answer of ['y', 'no', '']) {
      const declined = openOn(cli, ['apply', '--prune', 'delete'])
      await until(declined, 'Type yes to delete them: ')
      expect(declined.screen()).toContain('task front with its only run')
      declined.type(`${answer}\r`)
      expect([answer, await declined.ended]).toEqual([answer, 1])
      expect(declined.screen()).toContain('Nothing was applied.')
      expect(await total(user)).toBe(1)
    }
    const stopped = openOn(cli, ['apply', '--prune', 'delete'])
    await until(stopped, 'Type yes to delete them: ')
    stopped.type('\u0003')
    expect(await stopped.ended).not.toBe(0)
    expect(await total(user)).toBe(1)
    const accepted = openOn(cli, ['apply', '--prune', 'delete'])
    await until(accepted, 'Type yes to delete them: ')
    accepted.type('yes\r')
    expect(await accepted.ended).toBe(0)
    expect(accepted.screen()).toContain('Applied: 1 change.')
    expect(await total(user)).toBe(0)
  }, 120_000)

  it('secrets set and login take what is typed without showing it', async () => {
    const { user, cli, token } = await person()
    const setting = openOn(cli, ['secrets', 'set', 'TOKEN'])
    await until(setting, 'Value of TOKEN: ')
    setting.type('squirrex\u007fl\r')
    expect([await setting.ended, setting.screen()]).toEqual([0, expect.stringContaining('TOKEN is stored.')])
    expect(setting.screen()).not.toContain('squirr')
    expect((await get(user, '/secrets')).json()).toMatchObject({ results: [{ name: 'TOKEN' }] })

    const visitor = await createTestCli(null)
    onTestFinished(visitor.close)
    const signingIn = openOn(visitor, ['login'])
    await until(signingIn, 'Address of the server: ')
    signingIn.type(`${url}\r`)
    await until(signingIn, 'Token: ')
    signingIn.type(`${token}\r`)
    expect([await signingIn.ended, signingIn.screen()]).toEqual([0, expect.stringContaining(`as ${user.email}`)])
    expect(signingIn.screen()).not.toContain(token)
    expect((await visitor.run(['whoami'])).stdout).toContain(user.email)

    const stopped = openOn(visitor, ['secrets', 'set', 'OTHER'])
    await until(stopped, 'Value of OTHER: ')
    stopped.type('half\u0003')
    expect(await stopped.ended).toBe(130)
    expect((await get(user, '/secrets')).json()).toMatchObject({ results: [{ name: 'TOKEN' }] })
  }, 120_000)
})

describe('runs tail', () => {
  const run = (user: TestUser, taskId: string, statusCode: number) =>
    insertRun(test, { taskId, accountId: user.accountId }, { status: 'SUCCEEDED', statusCode, details: {} })

  it('shows the runs of each task as they end, until it is stopped', async () => {
    const { user, cli } = await person()
    const [first, second] = [await makeTask(user, { name: 'First' }), await makeTask(user, { name: 'Second' })]
    await run(user, first.id, 200)
    const child = cli.start(['runs', 'tail', first.id, second.id, '--since', 'start'])
    onTestFinished(() => void child.kill('SIGKILL'))
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => (output += data.toString()))
    const lines = () =>
      output.split('\n').flatMap((line) => /^(First|Second) .* → (\d+)/.exec(line)?.slice(1, 3).join(' ') ?? [])
    await expect.poll(lines, { timeout: 30_000 }).toEqual(['First 200'])
    await run(user, second.id, 503)
    await expect.poll(lines, { timeout: 40_000 }).toEqual(['First 200', 'Second 503'])
    await run(user, first.id, 404)
    await expect.poll(lines, { timeout: 40_000 }).toEqual(['First 200', 'Second 503', 'First 404'])
    child.kill('SIGINT')
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(output).not.toContain('Error')
  }, 120_000)

  it('writes them as JSON, and says what cannot be followed', async () => {
    const { user, cli } = await person()
    const { id } = await makeTask(user, { name: 'First' })
    const runId = await run(user, id, 200)
    const child = cli.start(['runs', 'tail', id, '--since', 'start', '--json'])
    onTestFinished(() => void child.kill('SIGKILL'))
    let output = ''
    child.stdout?.on('data', (data: Buffer) => (output += data.toString()))
    await expect.poll(() => output, { timeout: 30_000 }).toMatch(/\n$/)
    expect(JSON.parse(output)).toMatchObject({ id: runId, taskId: id, status: 'SUCCEEDED' })
    child.kill('SIGTERM')
    await once(child, 'exit')
    expect(await cli.run(['runs', 'tail', 'none'])).toMatchObject({ code: 1, stderr: 'There is no task none.\n' })
    expect(await cli.run(['runs', 'tail'])).toMatchObject({ code: 1, stderr: 'Name the task.\n' })
    expect((await cli.run(['runs', 'tail', id, '--since', '5m'])).stderr).toContain('--since is start or now')
  }, 60_000)
})
