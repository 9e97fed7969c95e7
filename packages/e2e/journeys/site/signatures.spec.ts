import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { documentedCode } from '../../harness/documented-code.ts'
import { runCommand } from '../../harness/run-command.ts'
import { expect, test } from '../../harness/test.ts'
import { answers } from '../../harness/target-server.ts'

interface Signed {
  id: string
  timestamp: string
  signature: string
  body: string
  secret: string
}

/** How a language's function is called from a program of its own, which prints true or false. */
const programs: Record<string, { file: string; command: string; write: (code: string, signed: Signed) => string }> = {
  js: {
    file: 'check.mjs',
    command: process.execPath,
    write: (code, { body, secret, ...headers }) =>
      `${code}\nconsole.log(isFromKnockwire(${JSON.stringify(headers)}, ${JSON.stringify(body)}, ${JSON.stringify(secret)}))`,
  },
  python: {
    file: 'check.py',
    command: 'python3',
    write: (code, { id, timestamp, signature, body, secret }) =>
      `${code}\nprint(str(is_from_knockwire(${JSON.stringify([id, timestamp, signature])}, ${JSON.stringify(body)}, ${JSON.stringify(secret)})).lower())`,
  },
  java: {
    file: 'Check.java',
    command: 'java',
    write: (code, { id, timestamp, signature, body, secret }) => {
      const args = [id, timestamp, signature, body, secret].map((text) => JSON.stringify(text)).join(', ')
      const [imports = '', rest = ''] = code.split(/(?=^class )/m)
      const main = `class Check { public static void main(String[] a) throws Exception { System.out.println(Knockwire.isFromKnockwire(${args})); } }`
      return `${imports}${main}\n${rest}`
    },
  },
}

for (const { language, code } of documentedCode('verify').flatMap(({ blocks }) => blocks)) {
  test(`the documented ${language} code accepts what Knockwire signed, and nothing else`, async ({
    api,
    context,
    person: _signedIn,
    product,
    targets,
  }) => {
    const program = programs[language]
    if (program === undefined) throw new Error(`No program calls the ${language} code.`)
    const found = await runCommand([program.command, '--version']).catch(() => ({ code: null }))
    test.skip(found.code !== 0, `${program.command} is not installed`)

    const watched = targets.target()
    watched.reacts(answers.json({ ok: true }))
    const notified = targets.target()
    notified.reacts(answers.json({ ok: true }))
    const task = await api.createTask({ name: 'Signed', url: watched.url })
    const origin = product.dashboardUrl
    const condition = {
      source: 'response_code',
      property: '',
      comparison: 'any',
      rightValue: null,
      advancedCondition: null,
    }
    const target = {
      uri: notified.url,
      method: 'POST',
      headers: [['Content-Type', 'application/json']],
      body: '{"name": {{ task.name | json }}}',
      basicAuth: { status: 'DISABLED', username: '' },
      followRedirect: false,
      allowInsecureCerts: false,
    }
    const created = await context.request.post(`${origin}/api/v1/notifications`, {
      headers: { origin },
      data: { type: 'HTTP', taskId: task.id, condition, request: { target } },
    })
    expect(created.ok(), await created.text()).toBe(true)
    await api.run(task.id)
    await expect.poll(() => notified.calls.length).toBe(1)
    const [call] = notified.calls
    const { secret } = await (await context.request.get(`${origin}/api/v1/notifications/signing-secret`)).json()
    const signed: Signed = {
      id: String(call?.headers['webhook-id']),
      timestamp: String(call?.headers['webhook-timestamp']),
      signature: String(call?.headers['webhook-signature']),
      body: call?.body ?? '',
      secret,
    }

    const directory = await mkdtemp(join(tmpdir(), 'knockwire-signature-'))
    const decide = async (given: Signed) => {
      await writeFile(join(directory, program.file), program.write(code, given))
      return (await runCommand([program.command, program.file], { cwd: directory })).output.trim()
    }
    try {
      expect(await decide(signed)).toBe('true')
      expect(await decide({ ...signed, body: `${signed.body} ` })).toBe('false')
      expect(await decide({ ...signed, timestamp: String(Number(signed.timestamp) - 301) })).toBe('false')
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
  })
}
