import { glob } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root } from '../process/root.ts'

/** A program that says nothing is wrong by ending with 0. */
export interface Check {
  name: string
  command: string
  args: string[]
  directory: string
}

/** A tool of the root's, run by the Node that runs us. */
const tool = (name: string, file: string, ...args: string[]): Check => ({
  name,
  command: process.execPath,
  args: [join(root, 'node_modules', file), ...args],
  directory: root,
})

const types = (directory: string): Check => ({
  ...tool(`types of ${directory}`, 'typescript/bin/tsc', '-p', 'tsconfig.json'),
  directory: join(root, directory),
})

/** Everything that is checked without running the product. The long ones come first, so that none is waited for alone. */
export const allChecks = async (): Promise<Check[]> => {
  const configs: string[] = []
  for await (const file of glob('{apps/*,packages/*,infra}/tsconfig.json', { cwd: root })) configs.push(file)
  return [
    tool('lint', 'oxlint/bin/oxlint', '.'),
    tool('dead code', 'knip/bin/knip.js'),
    ...configs.toSorted().map((file) => types(dirname(file))),
    {
      name: 'size of the pages',
      command: process.execPath,
      args: [join(root, 'apps/web/check-size.ts')],
      directory: root,
    },
    {
      name: 'API description',
      command: process.execPath,
      args: [join(root, 'apps/api/src/commands/lint-openapi.ts')],
      directory: root,
    },
    {
      name: 'API client',
      command: process.execPath,
      args: [join(root, 'packages/client/generate.ts'), '--check'],
      directory: root,
    },
    tool('boundaries', 'turbo/bin/turbo', 'boundaries', '--no-color'),
    tool('format', 'oxfmt/bin/oxfmt', '--check', '.'),
  ]
}
