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
  for await (const file of glob('{*.md,docs/*.md,docs/security/*.md}', { cwd: root })) {
    const text = await readFile(join(root, file), 'utf8')
    for (const [, path = ''] of text.matchAll(/`((?:apps|packages|infra|docs|\.ci)\/[\w./-]+)`/g))
      if (!built.test(path) && !existsSync(join(root, path))) missing.push(`${file}: ${path}`)
  }
  assert.deepEqual(missing, [])
})

it('every test that the list of security requirements names has that title', async () => {
  const list = await readFile(join(root, 'docs/security/asvs.md'), 'utf8')
  const missing: string[] = []
  let count = 0
  for (const [, path = '', titles = ''] of list.matchAll(/`([\w./-]+\.(?:test|spec)\.ts)`((?:,? “[^”]+”)+)/g)) {
    const text = await readFile(join(root, path), 'utf8')
    for (const [, title = ''] of titles.matchAll(/“([^”]+)”/g)) {
      count += 1
      if (!text.includes(title)) missing.push(`${path}: ${title}`)
    }
  }
  assert.deepEqual(missing, [])
  assert.ok(count > 100, 'The list names its tests in another form than this test reads.')
})
