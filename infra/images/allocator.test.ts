import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'vitest'
import { root } from '../process/root.ts'
import { readExecutorEnvironment } from '../start/executor-environment.ts'

it('the image of the executor sets the allocator as `pnpm start` does, and that of the API leaves it alone', async () => {
  const containerfile = await readFile(join(root, 'infra/images/Containerfile'), 'utf8')
  const [, executor = '', api = ''] = containerfile.split(/^FROM runtime AS /m)
  const set = [...executor.matchAll(/\b(MALLOC_\w+)=(\w+)/g)].map(([, name, value]) => [name, value])
  assert.deepEqual(set, Object.entries(await readExecutorEnvironment()))
  assert.ok(set.length > 0)
  assert.ok(api.startsWith('api') && !api.includes('MALLOC_'))
})
