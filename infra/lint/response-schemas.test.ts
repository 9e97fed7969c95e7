import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'vitest'
import { root } from '../process/root.ts'

/** The names of the schemas that routes write their responses by; those of notifications come from their owners. */
const declaredSchemas = async (): Promise<Set<string>> => {
  const names = new Set<string>()
  for await (const file of glob('apps/api/src/features/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })) {
    const text = await readFile(join(root, file), 'utf8')
    const responses = [...text.matchAll(/\bresponse: \{([^}]*)\}/g)].map(([, response = '']) => response)
    const ofOwners = [...text.matchAll(/^ {4}(?:List|View): (\w+),$/gm)].map(([, name = '']) => name)
    for (const part of [...responses, ...ofOwners]) for (const name of part.match(/\b[A-Z]\w+/g) ?? []) names.add(name)
  }
  return names
}

it('a page takes each response by a schema that a route of the API declares', async () => {
  const registry = await readFile(join(root, 'apps/web/src/lib/api/response-schemas.ts'), 'utf8')
  const taken = [...registry.matchAll(/^ {2}([A-Z]\w+),$/gm)].map(([, name = '']) => name)
  const declared = await declaredSchemas()
  for (const name of ['TaskPage', 'ReceiverNotificationList', 'ExecutionWithPage'])
    assert.ok(taken.includes(name), name)
  assert.deepEqual(
    taken.filter((name) => !declared.has(name)),
    [],
  )
})
