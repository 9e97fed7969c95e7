import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const sources = fileURLToPath(new URL('..', import.meta.url))
const mantine = join(sources, '../node_modules/@mantine/core')
const read = (file: string) => readFileSync(file, 'utf8')

/** Every module of Mantine that a file imports, directly or through others. */
function collectModules(file: string, found: Set<string>): Set<string> {
  if (found.has(file) || !existsSync(file)) return found
  found.add(file)
  for (const [, path = ''] of read(file).matchAll(/(?:from|import) "(\.[^"]+)"/g)) {
    collectModules(resolve(dirname(file), path), found)
  }
  return found
}

/** The names of the style sheets that our components need. */
function neededSheets(): Set<string> {
  const index = read(join(mantine, 'esm/index.mjs'))
  const fileOf = new Map(
    [...index.matchAll(/import \{([^}]*)\} from "([^"]+)"/g)].flatMap(([, names = '', path = '']) =>
      names.split(',').map((name) => [name.trim(), join(mantine, 'esm', path)] as const),
    ),
  )
  const used = globSync('**/*.{ts,tsx}', { cwd: sources })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => [...read(join(sources, file)).matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)])
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
  // The snackbars of @mantine/notifications are made of it.
  const modules = new Set<string>()
  for (const name of [...used, 'Notification']) collectModules(fileOf.get(name) ?? '', modules)
  return new Set([...modules].flatMap((file) => /(\w+)\.module\.mjs$/.exec(file)?.[1] ?? []))
}

it("the style sheets are those of the used components, in the order of Mantine's whole stylesheet", () => {
  const whole = read(join(mantine, 'styles.css'))
  const position = (sheet: string) => whole.indexOf(read(join(mantine, 'styles', `${sheet}.css`)).trim())
  const needed = [...neededSheets()].filter((sheet) => existsSync(join(mantine, 'styles', `${sheet}.css`)))
  const expected = ['baseline', 'default-css-variables', 'global', ...needed].toSorted(
    (a, b) => position(a) - position(b),
  )
  const listed = [
    ...read(join(sources, 'theme/mantine-styles.ts')).matchAll(/'@mantine\/core\/styles\/([\w-]+)\.css'/g),
  ].map(([, sheet]) => sheet)
  expect(needed.length).toBeGreaterThan(30)
  expect(listed).toEqual(expected)
})
