import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { documentedCode } from '../../harness/documented-code.ts'
import { runCommand } from '../../harness/run-command.ts'
import { test as base, expect } from '../../harness/test.ts'
import { answers } from '../../harness/target-server.ts'

interface Signed {
  id: string
  timestamp: string
  signature: string
  body: string
  secret: string
}

interface Program {
  /** Shows that the language is installed. */
  version: [string, ...string[]]
  run: [string, ...string[]]
  /** The documented function, called once for each case; each call prints true or false on a line. */
  files: (code: string, cases: Signed[]) => Record<string, string>
}

const quoted = ({ id, timestamp, signature, body, secret }: Signed, quote = (text: string) => JSON.stringify(text)) =>
  [id, timestamp, signature, body, secret].map(quote).join(', ')

const inSingleQuotes = (text: string) => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`

const programs: Record<string, Program> = {
  js: {
    version: [process.execPath, '--version'],
    run: [process.execPath, 'check.mjs'],
    files: (code, cases) => ({
      'check.mjs': [
        code,
        ...cases.map(
          ({ body, secret, ...headers }) =>
            `console.log(isFromKnockwire(${JSON.stringify(headers)}, ${JSON.stringify(body)}, ${JSON.stringify(secret)}))`,
        ),
      ].join('\n'),
    }),
  },
  python: {
    version: ['python3', '--version'],
    run: ['python3', 'check.py'],
    files: (code, cases) => ({
      'check.py': [
        code,
        ...cases.map(
          ({ id, timestamp, signature, body, secret }) =>
            `print(str(is_from_knockwire(${JSON.stringify([id, timestamp, signature])}, ${JSON.stringify(body)}, ${JSON.stringify(secret)})).lower())`,
        ),
      ].join('\n'),
    }),
  },
  java: {
    version: ['java', '--version'],
    run: ['java', 'Check.java'],
    files: (code, cases) => {
      const [imports = '', rest = ''] = code.split(/(?=^class )/m)
      const calls = cases.map((one) => `System.out.println(Knockwire.isFromKnockwire(${quoted(one)}));`).join('\n')
      const main = `class Check { public static void main(String[] args) throws Exception { ${calls} } }`
      return { 'Check.java': `${imports}${main}\n${rest}` }
    },
  },
  go: {
    version: ['go', 'version'],
    run: ['go', 'run', '.'],
    files: (code, cases) => ({
      'go.mod': 'module example.org/check\n\ngo 1.19\n',
      'knockwire/knockwire.go': code,
      'main.go': [
        'package main',
        'import ("fmt"; "example.org/check/knockwire")',
        'func main() {',
        ...cases.map((one) => `fmt.Println(knockwire.IsFromKnockwire(${quoted(one)}))`),
        '}',
      ].join('\n'),
    }),
  },
  php: {
    version: ['php', '--version'],
    run: ['php', 'check.php'],
    files: (code, cases) => ({
      'check.php': [
        code,
        ...cases.map((one) => `echo is_from_knockwire(${quoted(one, inSingleQuotes)}) ? 'true' : 'false', "\\n";`),
      ].join('\n'),
    }),
  },
}

const test = base.extend<{ signed: Signed }>({
  /** What a server received as a notification, with the secret of the account. */
  signed: async ({ api, context, product, targets }, use) => {
    const watched = targets.target()
    watched.reacts(answers.json({ ok: true }))
    const notified = targets.target()
    notified.reacts(answers.json({ ok: true }))
    const task = await api.createTask({ name: 'Signed', url: watched.url })
    const origin = product.dashboardUrl
    const target = {
      uri: notified.url,
      method: 'POST',
      headers: [['Content-Type', 'application/json']],
      body: '{"name": {{ task.name | json }}}',
    }
    const created = await context.request.post(`${origin}/api/v1/notifications`, {
      headers: { origin },
      data: {
        type: 'HTTP',
        taskId: task.id,
        condition: {
          source: 'response_code',
          property: '',
          comparison: 'any',
          rightValue: null,
          advancedCondition: null,
        },
        request: { target },
      },
    })
    expect(created.ok(), await created.text()).toBe(true)
    await api.run(task.id)
    await expect.poll(() => notified.calls.length).toBe(1)
    const [call] = notified.calls
    const { secret } = await (await context.request.get(`${origin}/api/v1/notifications/signing-secret`)).json()
    await use({
      id: String(call?.headers['webhook-id']),
      timestamp: String(call?.headers['webhook-timestamp']),
      signature: String(call?.headers['webhook-signature']),
      body: call?.body ?? '',
      secret,
    })
  },
})

for (const { language, code } of documentedCode('verify').flatMap(({ blocks }) => blocks)) {
  test(`the documented ${language} code accepts what Knockwire signed, and nothing else`, async ({ signed }) => {
    const program = programs[language]
    if (program === undefined) throw new Error(`No program calls the ${language} code.`)
    const found = await runCommand(program.version).catch(() => ({ code: null }))
    test.skip(found.code !== 0, `${program.version[0]} is not installed`)

    const cases = [
      signed,
      { ...signed, body: `${signed.body} ` },
      { ...signed, timestamp: String(Number(signed.timestamp) - 301) },
      { ...signed, signature: `v1,${'A'.repeat(43)}= ${signed.signature}` },
    ]
    const directory = await mkdtemp(join(tmpdir(), 'knockwire-signature-'))
    try {
      for (const [file, text] of Object.entries(program.files(code, cases))) {
        await mkdir(dirname(join(directory, file)), { recursive: true })
        await writeFile(join(directory, file), text)
      }
      const { output } = await runCommand(program.run, { cwd: directory })
      expect(output.trim().split('\n')).toEqual(['true', 'false', 'false', 'true'])
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
  })
}
