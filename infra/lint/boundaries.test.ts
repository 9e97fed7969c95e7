import assert from 'node:assert/strict'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, it } from 'vitest'
import { root } from '../process/root.ts'
import { runProgram } from '../process/run-program.ts'

/** A project of the same layout, in which each file breaks one rule. */
const broken: [file: string, code: string, message: RegExp][] = [
  ['packages/domain/src/a.ts', `import '@knockwire/db/client'`, /domain imports no other package/],
  ['packages/domain/src/b.ts', `import 'node:fs'`, /domain does no I\/O/],
  ['packages/db/src/a.ts', `import '@knockwire/queue/queue'`, /may import the domain only/],
  ['packages/queue/src/a.ts', `import '@knockwire/outbound/policy'`, /queue carries jobs/],
  ['packages/services/src/a.ts', `import '@knockwire/embedded-postgres/server'`, /use the database they are given/],
  ['packages/services/src/b.ts', `import 'fastify'`, /do not depend on HTTP/],
  ['packages/services/src/sandbox/a.ts', `import '@knockwire/db/client'`, /works with what it is given/],
  ['packages/embedded-postgres/src/a.ts', `import '@knockwire/db/client'`, /Embedded PostgreSQL imports no other/],
  ['packages/outbound/src/a.ts', `import '@knockwire/db/client'`, /guarded client may import the pure rules/],
  ['packages/client/src/a.ts', `import '@knockwire/domain/errors'`, /client knows of the API/],
  ['packages/client/src/b.ts', `import 'node:fs'`, /runs wherever there is fetch/],
  ['packages/queue/src/b.ts', `import '@knockwire/db/src/client.ts'`, /exported path/],
  ['apps/api/src/a.ts', `import '@knockwire/executor/x'`, /Apps never import apps/],
  ['apps/api/src/b.ts', `import '../../executor/src/x.ts'`, /by its name/],
  ['apps/web/src/a.tsx', `import '@knockwire/db/client'`, /web may import packages\/domain only/],
  ['apps/web/src/b.ts', `import 'node:fs'`, /browser has no Node/],
  ['apps/web/src/components/ui/a.tsx', `import '../../features/tasks/x.ts'`, /import no feature/],
  ['apps/web/src/features/tasks/a.tsx', `import '../receivers/x.ts'`, /imports no sibling/],
  ['apps/web/src/features/tasks/editor/a.tsx', `import '../../receivers/x.ts'`, /imports no sibling/],
  ['apps/web/src/features/tasks/b.tsx', `import '../../routes/x.tsx'`, /does not import the routes/],
  ['apps/api/src/features/tasks/a.ts', `import '../charts/queries.ts'`, /sibling feature's service function/],
  ['apps/api/src/features/tasks/routes.ts', `import { eq } from 'drizzle-orm'\neq`, /SQL belongs in/],
  ['apps/api/src/access/a.ts', `import '../features/tasks/x.ts'`, /what features ask of who is calling/],
  ['apps/api/src/ingress/http/a.ts', `import '../../features/tasks/x.ts'`, /ingress stands alone/],
  ['apps/api/src/ingress/http/b.ts', `import '@knockwire/outbound/x'`, /Receivers call nobody/],
  ['packages/services/src/channels/sms/sms-sender.ts', `import '@knockwire/db/schema/tasks'`, /SQL belongs in/],
  ['apps/api/src/c.ts', `export const x = process.env['A']`, /Settings are read once/],
  ['apps/api/src/d.ts', `console.log(1)`, /console/],
]

/** What the rules must allow. */
const allowed: [file: string, code: string][] = [
  ['apps/web/src/features/tasks/editor/sound.tsx', `import '../queries.ts'\nimport '../../../lib/format.ts'`],
  [
    'apps/api/src/features/tasks/sound.ts',
    `import '../charts/delete-charts.ts'\nimport { eq } from 'drizzle-orm'\nexport const x = eq`,
  ],
  [
    'apps/api/src/features/tasks/presenter.ts',
    `import type { tasks } from '@knockwire/db/schema/tasks'\nexport type T = typeof tasks`,
  ],
  ['apps/api/src/settings.ts', `export const x = process.env['A']`],
  ['packages/domain/src/sound.test.ts', `import 'node:fs'`],
]

interface Diagnostic {
  filename: string
  message: string
  help?: string
}

let directory: string
let diagnostics: Diagnostic[]

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'knockwire-boundaries-'))
  await cp(join(root, 'oxlint.config.ts'), join(directory, 'oxlint.config.ts'))
  await cp(join(root, 'infra', 'lint'), join(directory, 'infra', 'lint'), { recursive: true })
  await symlink(join(root, 'node_modules'), join(directory, 'node_modules'))
  for (const [file, code] of [...broken, ...allowed]) {
    await mkdir(dirname(join(directory, file)), { recursive: true })
    await writeFile(join(directory, file), code)
  }
  const oxlint = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint')
  const args = [oxlint, '-f', 'json', 'apps', 'packages']
  const { output } = await runProgram({ command: process.execPath, args, directory })
  diagnostics = JSON.parse(output.slice(output.indexOf('{'))).diagnostics
})

afterAll(() => rm(directory, { recursive: true, force: true }))

for (const [file, , message] of broken) {
  it(`the linter reports the forbidden import or call in ${file}, and says where the code should go`, () => {
    const said = diagnostics
      .filter(({ filename }) => filename === file)
      .map(({ message: m, help = '' }) => `${m} ${help}`)
    assert.match(said.join('\n'), message)
  })
}

it('the linter reports nothing in files that keep to the boundaries', () => {
  const names = new Set(allowed.map(([file]) => file))
  assert.deepEqual(
    diagnostics.filter(({ filename }) => names.has(filename)),
    [],
  )
})
