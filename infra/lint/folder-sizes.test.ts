import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { expect, it } from 'vitest'
import { root } from '../process/root.ts'

const mostSources = 12

/** What is one list, which its reader looks through by name. */
const lists: ReadonlySet<string> = new Set(['packages/db/src/schema'])

it('a folder holds a dozen sources at most: more are divided by idea', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'apps', 'packages'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) =>
      /^(?:apps\/(?:api|executor)|packages\/(?:db|domain|outbound|queue|services)|apps\/web)\/src\//.test(file),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && existsSync(join(root, file)))
  const sizes = Map.groupBy(files, dirname)
  const crowded = [...sizes]
    .filter(([folder, sources]) => sources.length > mostSources && !lists.has(folder))
    .map(([folder, sources]) => `${folder}: ${sources.length}`)
  expect(crowded).toEqual([])
})
