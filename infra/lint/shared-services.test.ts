import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path/posix'
import { it } from 'vitest'
import { root } from '../process/root.ts'

const services = 'packages/services/src/'

/** Modules of services that only one application imports, and why they are there all the same. */
const exceptions: Record<string, string> = {
  'audit/audit-sql.ts': 'one module writes audit events: this is what the executor puts into its own statement',
  'deliveries/write-deliveries.ts': 'one module writes deliveries: this is what the API calls of it',
  'mail/system-mail.ts': 'a journey looks at the mail in a browser, and journeys import no application',
}

const isTestCode = (file: string) => /\.test\.ts$|\/testing\//.test(file)

/** The modules of services that this file imports, as paths from the root. */
const importsOf = (file: string, text: string): string[] =>
  [...text.matchAll(/\b(?:from|import)[ (]+'(@knockwire\/services\/[^']+|\.[^']+)'/g)]
    .map(([, name = '']) =>
      name.startsWith('.') ? join(dirname(file), name) : `${name.replace('@knockwire/services/', services)}.ts`,
    )
    .filter((path) => path.startsWith(services))

const readImports = async (): Promise<Map<string, string[]>> => {
  const imports = new Map<string, string[]>()
  for await (const file of glob(['apps/{api,executor}/src/**/*.ts', `${services}**/*.ts`], { cwd: root })) {
    if (!isTestCode(file)) imports.set(file, importsOf(file, await readFile(join(root, file), 'utf8')))
  }
  return imports
}

/** What an application imports of services, directly or through other modules of theirs. */
const importedBy = (app: string, imports: ReadonlyMap<string, string[]>): ReadonlySet<string> => {
  const found = new Set<string>()
  const waiting = [...imports.keys()].filter((file) => file.startsWith(`apps/${app}/`))
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    for (const module of imports.get(file) ?? []) {
      if (found.has(module)) continue
      found.add(module)
      waiting.push(module)
    }
  }
  return found
}

it('services hold only what both applications import', async () => {
  const imports = await readImports()
  const [api, executor] = [importedBy('api', imports), importedBy('executor', imports)]
  const ofOne = [...imports.keys()]
    .filter((file) => file.startsWith(services) && !(api.has(file) && executor.has(file)))
    .map((file) => ({
      module: file.slice(services.length),
      users: [...(api.has(file) ? ['api'] : []), ...(executor.has(file) ? ['executor'] : [])],
    }))
  assert.deepEqual(
    ofOne
      .filter(({ module }) => !(module in exceptions))
      .map(
        ({ module, users }) =>
          `${module}: ${users.length === 0 ? 'nobody imports it' : `it belongs in apps/${users.join()}`}`,
      ),
    [],
  )
  assert.deepEqual(
    ofOne.map(({ module }) => module).toSorted(),
    Object.keys(exceptions).toSorted(),
    'An exception is no longer one.',
  )
})
