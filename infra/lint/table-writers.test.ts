import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'vitest'
import { root } from '../process/root.ts'

/** Tables with one writer: the folder that everything that writes them is in, as docs/architecture.md lists them. */
const writers: Record<string, string> = {
  schedules: 'packages/services/src/schedules/',
}

const isTestCode = (file: string) => /\.test\.ts$|\/testing\//.test(file)

const writes = (table: string) =>
  new RegExp(
    `\\b(?:update|insert into|delete from)\\s+(?:only\\s+)?${table}\\b|\\.(?:update|insert|delete)\\(\\s*${table}\\s*\\)`,
    'i',
  )

it('a table with one writer is written by that module alone', async () => {
  const found: string[] = []
  const seen = new Set<string>()
  for await (const file of glob('{apps,packages}/*/src/**/*.ts', { cwd: root })) {
    if (isTestCode(file)) continue
    const text = await readFile(join(root, file), 'utf8')
    for (const [table, folder] of Object.entries(writers)) {
      if (!writes(table).test(text)) continue
      if (file.startsWith(folder)) seen.add(table)
      else found.push(`${file} writes ${table}: what changes it belongs in ${folder}`)
    }
  }
  assert.deepEqual(found, [])
  assert.deepEqual([...seen], Object.keys(writers), 'A table is no longer written as this test reads it.')
})

it('the list of tables with one writer is that of the architecture', async () => {
  const text = await readFile(join(root, 'docs/architecture.md'), 'utf8')
  for (const [table, folder] of Object.entries(writers))
    assert.ok(text.includes(`\`${table}\`: \`${folder.slice(0, -1)}\``), `${table} is missing`)
})
