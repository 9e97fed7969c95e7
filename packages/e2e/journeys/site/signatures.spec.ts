import { createHmac } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { documentedCode } from '../../harness/documented-code.ts'
import { runCommand } from '../../harness/run-command.ts'
import { test as base, expect } from '../../harness/test.ts'
import { answers } from '../../harness/target-server.ts'

interface Signed {
  /** Null: the header is missing. */
  id: string | null
  timestamp: string | null
  signature: string | null
  body: Buffer
  secret: string
}

interface Program {
  /** Shows that the language is installed. */
  version: [string, ...string[]]
  run: [string, ...string[]]
  /** The documented function, called once for each case; each call prints true or false on a line. */
  files: (code: string, cases: Signed[]) => Record<string, string>
}

const inSingleQuotes = (text: string) => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`

/** How a language writes a text, the body's bytes, and that a header is missing. */
interface Syntax {
  text: (text: string) => string
  bytes: (base64: string) => string
  missing: string
}

const argumentsOf = ({ id, timestamp, signature, body, secret }: Signed, { text, bytes, missing }: Syntax) => {
  const headers = [id, timestamp, signature].map((header) => (header === null ? missing : text(header)))
  return { headers, body: bytes(body.toString('base64')), secret: text(secret) }
}

const inOrder = (one: Signed, syntax: Syntax) => {
  const { headers, body, secret } = argumentsOf(one, syntax)
  return [...headers, body, secret].join(', ')
}

const syntaxes = {
  js: { text: JSON.stringify, bytes: (base64) => `Buffer.from('${base64}', 'base64')`, missing: 'undefined' },
  python: { text: JSON.stringify, bytes: (base64) => `base64.b64decode("${base64}")`, missing: 'None' },
  java: {
    text: JSON.stringify,
    bytes: (base64) => `java.util.Base64.getDecoder().decode("${base64}")`,
    missing: 'null',
  },
  go: { text: JSON.stringify, bytes: (base64) => `decoded("${base64}")`, missing: '""' },
  php: { text: inSingleQuotes, bytes: (base64) => `base64_decode('${base64}')`, missing: 'null' },
} satisfies Record<string, Syntax>

const programs: Record<string, Program> = {
  js: {
    version: [process.execPath, '--version'],
    run: [process.execPath, 'check.mjs'],
    files: (code, cases) => ({
      'check.mjs': [
        code,
        ...cases.map((one) => {
          const { headers, body, secret } = argumentsOf(one, syntaxes.js)
          const [id, timestamp, signature] = headers
          return `console.log(isFromKnockwire({ id: ${id}, timestamp: ${timestamp}, signature: ${signature} }, ${body}, ${secret}))`
        }),
      ].join('\n'),
    }),
  },
  python: {
    version: ['python3', '--version'],
    run: ['python3', 'check.py'],
    files: (code, cases) => ({
      'check.py': [
        code,
        ...cases.map((one) => {
          const { headers, body, secret } = argumentsOf(one, syntaxes.python)
          return `print(str(is_from_knockwire([${headers.join(', ')}], ${body}, ${secret})).lower())`
        }),
      ].join('\n'),
    }),
  },
  java: {
    version: ['java', '--version'],
    run: ['java', 'Check.java'],
    files: (code, cases) => {
      const [imports = '', rest = ''] = code.split(/(?=^class )/m)
      const calls = cases
        .map((one) => `System.out.println(Knockwire.isFromKnockwire(${inOrder(one, syntaxes.java)}));`)
        .join('\n')
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
        'import ("encoding/base64"; "fmt"; "example.org/check/knockwire")',
        'func decoded(text string) string { bytes, _ := base64.StdEncoding.DecodeString(text); return string(bytes) }',
        'func main() {',
        ...cases.map((one) => `fmt.Println(knockwire.IsFromKnockwire(${inOrder(one, syntaxes.go)}))`),
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
        ...cases.map((one) => `echo is_from_knockwire(${inOrder(one, syntaxes.php)}) ? 'true' : 'false', "\\n";`),
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
      body: Buffer.from(call?.body ?? ''),
      secret,
    })
  },
})

/** With a body that is no text, signed as the server does. */
const ofBytes = (signed: Signed): Signed => {
  const body = Buffer.from([0xff, 0x00, 0xc3, 0xa9, 0x0a])
  const key = Buffer.from(signed.secret.replace('whsec_', ''), 'base64')
  const mac = createHmac('sha256', key).update(`${signed.id}.${signed.timestamp}.`).update(body)
  return { ...signed, body, signature: `v1,${mac.digest('base64')}` }
}

/** Those that the tests' own programs need as well; whether others are installed depends on the machine. */
const isNeeded = (language: string) => language === 'js' || language === 'python'

for (const { language, code } of documentedCode('verify').flatMap(({ blocks }) => blocks)) {
  test(`the documented ${language} code accepts what Knockwire signed, and nothing else`, async ({ signed }) => {
    const program = programs[language]
    if (program === undefined) throw new Error(`No program calls the ${language} code.`)
    const found = await runCommand(program.version).catch(() => ({ code: null }))
    test.skip(found.code !== 0 && !isNeeded(language), `${program.version[0]} is not installed`)

    const cases: Signed[] = [
      signed,
      { ...signed, signature: `v1,${'A'.repeat(43)}= ${signed.signature}` },
      ofBytes(signed),
      { ...signed, body: Buffer.concat([signed.body, Buffer.from(' ')]) },
      { ...signed, timestamp: String(Number(signed.timestamp) - 301) },
      { ...signed, timestamp: 'today' },
      { ...signed, timestamp: '9'.repeat(400) },
      { ...signed, signature: 'v1,caf\u00E9' },
      { ...signed, signature: 'v1' },
      { ...signed, id: null },
      { ...signed, timestamp: null },
      { ...signed, signature: null },
    ]
    const directory = await mkdtemp(join(tmpdir(), 'knockwire-signature-'))
    try {
      for (const [file, text] of Object.entries(program.files(code, cases))) {
        await mkdir(dirname(join(directory, file)), { recursive: true })
        await writeFile(join(directory, file), text)
      }
      const { output } = await runCommand(program.run, { cwd: directory })
      expect(output.trim().split('\n')).toEqual(cases.map((_, at) => String(at < 3)))
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
  })
}
