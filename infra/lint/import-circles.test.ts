import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { expect, it } from 'vitest'
import { root } from '../process/root.ts'

/** Statements that import types alone load nothing. */
const imports = /^(?:import|export) (?!type )(?:[^'\n;]|\n(?! *\w+ ?=))*?'([^']+)'|(?<!typeof )\bimport\('([^']+)'\)/gm

/** The module's file, without its ending; undefined for a library. */
const resolveModule = (file: string, module: string): string | undefined => {
  if (module.startsWith('.')) return join(dirname(file), module).replace(/\.tsx?$/, '')
  const [, name, path] = /^@knockwire\/([^/]+)\/(.+)$/.exec(module) ?? []
  return path === undefined ? undefined : `packages/${name}/src/${path}`
}

const isOfTypes = (statement: string) => /\{\s*(?:type [^,}]+,?\s*)+\}/.test(statement)

const importsOf = (file: string, text: string): string[] =>
  [...text.matchAll(imports)]
    .filter(([statement, fixed]) => fixed === undefined || !isOfTypes(statement))
    .flatMap(([, fixed, loaded]) => resolveModule(file, fixed ?? loaded ?? '') ?? [])

const readGraph = (): ReadonlyMap<string, readonly string[]> => {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'apps', 'packages'], {
    cwd: root,
    encoding: 'utf8',
  })
  const files = listed.split('\n').filter((file) => /\.tsx?$/.test(file) && existsSync(join(root, file)))
  return new Map(
    files.map((file) => [file.replace(/\.tsx?$/, ''), importsOf(file, readFileSync(join(root, file), 'utf8'))]),
  )
}

/** The modules of a circle, in order; null where no module leads back to itself. */
const findCircle = (graph: ReadonlyMap<string, readonly string[]>): string[] | null => {
  const finished = new Set<string>()
  const visit = (module: string, path: readonly string[]): string[] | null => {
    if (path.includes(module)) return [...path.slice(path.indexOf(module)), module]
    if (finished.has(module)) return null
    for (const next of graph.get(module) ?? []) {
      const circle = visit(next, [...path, module])
      if (circle !== null) return circle
    }
    finished.add(module)
    return null
  }
  for (const module of graph.keys()) {
    const circle = visit(module, [])
    if (circle !== null) return circle
  }
  return null
}

it('finds a circle that is closed by a module that is loaded later', () => {
  const fixed = importsOf(
    'apps/a/src/x.ts',
    `import {\n  type A,\n  b,\n} from './y.ts'\nimport { type C } from './z.ts'`,
  )
  const later = importsOf('apps/a/src/y.tsx', `export const load = () => import('./x.ts')`)
  expect([fixed, later]).toEqual([['apps/a/src/y'], ['apps/a/src/x']])
  expect(
    findCircle(
      new Map([
        ['apps/a/src/x', fixed],
        ['apps/a/src/y', later],
      ]),
    ),
  ).toEqual(['apps/a/src/x', 'apps/a/src/y', 'apps/a/src/x'])
})

// The linter's own rule reads no import that is made when it is needed.
it('no module imports itself through others, even if one of them is loaded later', () => {
  expect(findCircle(readGraph())).toBeNull()
})
