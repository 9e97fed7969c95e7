import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'vitest'
import { root } from '../process/root.ts'

/** What the build makes, so that it is missing in a clean clone. */
const built = /\/dist$/

it('every path that the documents name exists', async () => {
  const missing: string[] = []
  for await (const file of glob('{*.md,docs/*.md}', { cwd: root })) {
    const text = await readFile(join(root, file), 'utf8')
    for (const [, path = ''] of text.matchAll(/`((?:apps|packages|infra|docs|\.ci)\/[\w./-]+)`/g))
      if (!built.test(path) && !existsSync(join(root, path))) missing.push(`${file}: ${path}`)
  }
  assert.deepEqual(missing, [])
})
