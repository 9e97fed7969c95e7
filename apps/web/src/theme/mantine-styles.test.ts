import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
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

const fileOf = new Map(
  [...read(join(mantine, 'esm/index.mjs')).matchAll(/import \{([^}]*)\} from "([^"]+)"/g)].flatMap(
    ([, names = '', path = '']) => names.split(',').map((name) => [name.trim(), join(mantine, 'esm', path)] as const),
  ),
)

/** The arrow of a NativeSelect that is given none: the theme gives it one. */
const unusedArrow = join(mantine, 'esm/components/Combobox/ComboboxChevron/ComboboxChevron.mjs')

/** The names of the stylesheets that components need. */
function sheetsOf(components: Iterable<string>): Set<string> {
  const modules = new Set([unusedArrow])
  for (const name of components) collectModules(fileOf.get(name) ?? '', modules)
  const named = [...modules].flatMap((file) => /(\w+)\.module\.mjs$/.exec(file)?.[1] ?? [])
  return new Set(named.filter((sheet) => existsSync(join(mantine, 'styles', `${sheet}.css`))))
}

const componentsIn = (file: string): string[] =>
  [...read(file).matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  )

const modules = globSync('**/*.{ts,tsx}', { cwd: sources, exclude: ['**/*.test.ts', '**/*.test.tsx'] }).map((file) =>
  join(sources, file),
)

const listedIn = (file: string): string[] =>
  [...read(join(sources, 'theme', file)).matchAll(/'@mantine\/core\/styles\/([\w-]+)\.css'/g)].map(
    ([, sheet = '']) => sheet,
  )

const first = listedIn('mantine-styles.ts')
const later = listedIn('mantine-later-styles.ts')

const whole = read(join(mantine, 'styles.css'))
const position = (sheet: string) => whole.indexOf(read(join(mantine, 'styles', `${sheet}.css`)).trim())
const inOrder = (sheets: readonly string[]) => sheets.toSorted((a, b) => position(a) - position(b))

it("the stylesheets are those of the used components, in the order of Mantine's whole stylesheet", () => {
  // The snackbars of @mantine/notifications are made of it.
  const needed = sheetsOf([...modules.flatMap(componentsIn), 'Notification'])
  expect(needed.size).toBeGreaterThan(30)
  expect(inOrder([...first, ...later])).toEqual(inOrder(['baseline', 'global', ...needed]))
  expect(first).toEqual(inOrder(first))
  expect(later).toEqual(inOrder(later))
})

it('a stylesheet that comes first changes none that comes later', () => {
  const wrong = first.flatMap((sheet) =>
    [...sheetsOf([sheet])].filter((other) => later.includes(other) && position(other) < position(sheet)),
  )
  expect(wrong).toEqual([])
})

it('each module that draws what no page shows first loads its styles', () => {
  const isLater = (component: string) => [...sheetsOf([component])].some((sheet) => later.includes(sheet))
  const withoutStyles = modules
    .filter((file) => componentsIn(file).some((name) => isLater(name)))
    .filter((file) => !read(file).includes('/theme/mantine-later-styles.ts'))
  expect(withoutStyles.map((file) => relative(sources, file))).toEqual([])
})
