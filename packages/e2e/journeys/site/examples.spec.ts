import { mkdir } from 'node:fs/promises'
import { documentedCode } from '../../harness/documented-code.ts'
import { runCommand } from '../../harness/run-command.ts'
import { expect, test } from '../../harness/test.ts'
import { answers } from '../../harness/target-server.ts'

test('the documentation marks the commands that are run here', () => {
  const marked = documentedCode('run').map(({ page }) => page)
  for (const page of [
    'tasks',
    'schedules',
    'executions',
    'notifications',
    'receivers',
    'replay',
    'as-code',
    'cli',
    'rates',
    'accounts',
    'api/overview',
    'api/mcp',
    'api/following',
  ])
    expect(marked).toContain(`${page}.mdx`)
})

for (const { page, blocks } of documentedCode('run')) {
  test(`the commands of /docs/${page.replace(/(\/?index)?\.mdx$/, '')} do what the page says`, async ({
    api,
    context,
    product,
    targets,
    request,
  }, { outputDir }) => {
    const target = targets.target()
    target.reacts(answers.json({ ok: true }))
    const task = await api.createTask({ url: target.url })
    await api.run(task.id)
    const receiver = await api.receivers.create({ name: 'Orders', responseBody: 'OK' })
    await request.post(receiver.url, { data: { id: 1 } })
    const origin = product.dashboardUrl
    const made = await context.request.post(`${origin}/api/v1/accounts/me/tokens`, {
      headers: { origin },
      data: { name: 'Documentation', scope: 'WRITE' },
    })
    const { token } = await made.json()

    const script = blocks
      .map(({ code }) => code)
      .join('\n')
      .replaceAll('https://hooks.knockwire.example/r/YOUR-TOKEN', receiver.url)
      .replaceAll('https://knockwire.example', origin)
      .replaceAll(/https:\/\/shop\.example[\w/]*/g, target.url)
    // What a command downloads lies where it is removed, not among the sources.
    await mkdir(outputDir, { recursive: true })
    const options = { env: { TOKEN: token }, cwd: outputDir }
    const { code, output } = await runCommand(['bash', '-euo', 'pipefail', '-c', script], options)
    expect([code, output]).toEqual([0, expect.not.stringContaining('error')])
    expect(output.trim()).not.toBe('')
    // It names no field that the response does not have; only a run that has not ended yet has no time.
    expect(output.replaceAll('"responseTimeMs": null', '')).not.toContain(': null')
  })
}
