import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseYaml } from '@knockwire/domain/file/reading/parse-yaml'
import { documentedCode } from '../../harness/documented-code.ts'
import { runCommand } from '../../harness/run-command.ts'
import { expect, test } from '../../harness/test.ts'

interface Workflow {
  jobs: Record<string, { env: Record<string, string>; steps: { uses?: string; if?: string; run?: string }[] }>
}
type GitLab = Record<string, { script: string[] }>

const pipeline = (mark: 'github' | 'gitlab'): unknown => {
  const [page, ...others] = documentedCode(mark)
  expect([page?.page, page?.blocks.length, others]).toEqual(['as-code.mdx', 1, []])
  const { value, problems } = parseYaml(page?.blocks[0]?.code ?? '')
  expect(problems).toEqual([])
  return value
}

/** The shell steps that an event runs, each as GitHub runs it, and the variables of the job. */
const gitHubSteps = (event: string) => {
  const [job] = Object.values((pipeline('github') as Workflow).jobs)
  const meant = (job?.steps ?? []).filter(
    (step) => step.if === undefined || step.if === `github.event_name == '${event}'`,
  )
  return { env: job?.env ?? {}, steps: meant.flatMap(({ run }) => run ?? []) }
}

const file = (interval: string) => `version: 1
project: shop
tasks:
  front:
    schedule: { every: ${interval} }
    request: { url: "https://shop.example/" }
    notify: []
`

test('the pipelines of /docs/as-code show what would change, apply it on the main branch, and fail for what is wrong', async ({
  context,
  person: _person,
  product,
}, { outputDir }) => {
  const origin = product.dashboardUrl
  const tokenOf = async (scope: 'READ' | 'WRITE') => {
    const made = await context.request.post(`${origin}/api/v1/accounts/me/tokens`, {
      headers: { origin },
      data: { name: scope, scope },
    })
    return (await made.json()).token as string
  }
  const [reading, writing] = [await tokenOf('READ'), await tokenOf('WRITE')]
  await mkdir(outputDir, { recursive: true })
  const save = (text: string) => writeFile(join(outputDir, 'knockwire.yaml'), text)
  const run = async (command: string[], env: Record<string, string>) => runCommand(command, { env, cwd: outputDir })

  /** Ends with the first step that fails, as a job does. */
  const onGitHub = async (event: 'pull_request' | 'push', token: string) => {
    const { env, steps } = gitHubSteps(event)
    expect(Object.keys(env)).toEqual(['KNOCKWIRE_URL', 'KNOCKWIRE_TOKEN'])
    expect(env['KNOCKWIRE_TOKEN']).toBe('${{ secrets.KNOCKWIRE_TOKEN }}')
    const variables = { KNOCKWIRE_URL: String(env['KNOCKWIRE_URL']).replace('https://knockwire.example', origin) }
    let output = ''
    for (const step of steps) {
      const command = ['bash', '--noprofile', '--norc', '-e', '-c', step]
      const ended = await run(command, { ...variables, KNOCKWIRE_TOKEN: token, GITHUB_ACTIONS: 'true' })
      output += ended.output
      if (ended.code !== 0) return { code: ended.code, output }
    }
    return { code: 0, output }
  }
  const onGitLab = async (branch: string, token: string) => {
    const [job] = Object.values(pipeline('gitlab') as GitLab)
    const command = ['bash', '-eo', 'pipefail', '-c', (job?.script ?? []).join('\n')]
    const variables = { CI_COMMIT_BRANCH: branch, CI_DEFAULT_BRANCH: 'main' }
    return run(command, { ...variables, KNOCKWIRE_URL: origin, KNOCKWIRE_TOKEN: token })
  }
  const intervals = async () => {
    const answer = await context.request.get(`${origin}/api/v1/tasks`)
    const { results } = (await answer.json()) as { results: { scheduler: { intervalSecond: number } }[] }
    return results.map(({ scheduler }) => scheduler.intervalSecond)
  }

  await save(file('5m'))
  // A pull request needs no token that changes anything.
  const proposed = await onGitHub('pull_request', reading)
  expect([proposed.code, proposed.output]).toEqual([0, expect.stringContaining('+ create task front')])
  expect(await intervals()).toEqual([])
  const merged = await onGitHub('push', writing)
  expect([merged.code, merged.output]).toEqual([0, expect.stringContaining('Applied: 1 change.')])
  expect(await intervals()).toEqual([300])
  expect(await onGitHub('pull_request', reading)).toMatchObject({ code: 0 })

  await save(file('10m'))
  const branch = await onGitLab('faster', reading)
  expect([branch.code, branch.output]).toEqual([0, expect.stringContaining('~ change task front')])
  expect(await intervals()).toEqual([300])
  const main = await onGitLab('main', writing)
  expect([main.code, main.output]).toEqual([0, expect.stringContaining('Applied: 1 change.')])
  expect(await intervals()).toEqual([600])

  await save(file('7m'))
  const wrong = await onGitHub('pull_request', reading)
  expect([wrong.code, wrong.output]).toEqual([
    1,
    expect.stringMatching(/^::error file=knockwire\.yaml,line=5,col=\d+::/m),
  ])
  for (const ended of [
    await onGitHub('push', writing),
    await onGitLab('faster', reading),
    await onGitLab('main', writing),
  ])
    expect([ended.code, ended.output]).toEqual([1, expect.stringContaining('knockwire.yaml:5:')])
  expect(await onGitHub('push', reading)).toMatchObject({ code: 1 })
  expect(await intervals()).toEqual([600])
})
