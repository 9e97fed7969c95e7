import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'vitest'
import { root } from '../process/root.ts'

/** The modules of query keys and options: one for each entity, and what their keys begin with. */
const modules = /(^|\/)([\w-]+-)?quer(y|ies)\.ts$|^apps\/web\/src\/lib\/(api\/query-keys|session\/account)\.ts$/

const literal = /\bqueryKey: \[/

const sources = async (): Promise<Map<string, string>> => {
  const found = new Map<string, string>()
  for await (const file of glob('apps/web/src/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.ts'] }))
    found.set(file, await readFile(join(root, file), 'utf8'))
  return found
}

it('a query key is written in its entity’s module of queries, and nowhere else', async () => {
  const texts = await sources()
  const withLiteral = [...texts].filter(([, text]) => literal.test(text)).map(([file]) => file)
  assert.ok(withLiteral.length > 3, 'query keys are no longer found as they are written')
  assert.deepEqual(
    withLiteral.filter((file) => !modules.test(file)),
    [],
  )
})

it('every query passes its abort signal on, so that a page that is left waits for nothing', async () => {
  const missing: string[] = []
  for (const [file, text] of await sources())
    for (const [query, context = ''] of text.matchAll(/\bqueryFn: (?:async )?\(([^)]*)\)/g))
      if (!/\bsignal\b/.test(context)) missing.push(`${file}: ${query}`)
  assert.deepEqual(missing, [])
})
