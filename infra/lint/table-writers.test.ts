import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'vitest'
import { root } from '../process/root.ts'

/** Statements that write a table whose name is put in, by their file, and which tables that is. */
const ofAnyTable: Record<string, string> = {
  'apps/executor/src/retention/recount.ts': 'the counts of both kinds of history, which it corrects',
  'apps/executor/src/retention/history-kind.ts': 'both kinds of history, and their counts',
  'apps/executor/src/maintenance/delete-expired.ts': 'what has expired, of tables that are listed there',
  'apps/api/src/commands/reencrypt.ts': 'each column with encrypted values, under a new key',
}

/** Tables with one writer, by the folder of all that writes them, as the architecture lists them. */
const readWriters = async (): Promise<Map<string, string>> => {
  const text = await readFile(join(root, 'docs/architecture.md'), 'utf8')
  const list =
    /A table with one writer is watched by the linter:([^.]*)\. /.exec(text.replaceAll(/\s+/g, ' '))?.[1] ?? ''
  return new Map(
    list.split(';').flatMap((entry) => {
      const [tables = '', folder = ''] = entry.split(': ')
      const path = /`([^`]+)`/.exec(folder)?.[1]
      return [...tables.matchAll(/`(\w+)`/g)].map(([, table = '']): [string, string] => [table, `${path}/`])
    }),
  )
}

const isTestCode = (file: string) => /\.test\.ts$|\/testing\//.test(file)

const toCamelCase = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** As text, as text with drizzle's table put in, or by drizzle alone. */
const writes = (table: string) => {
  const object = toCamelCase(table)
  return new RegExp(
    String.raw`\b(?:update|insert into|delete from)\s+(?:only\s+)?(?:${table}\b|\$\{${object}\})|\.(?:update|insert|delete)\(\s*${object}\s*\)`,
    'i',
  )
}

/** A name that is put in and is no table of drizzle's, which has a name alone. */
const writesAnyTable = /\b(?:update|insert into|delete from)\s+\$\{(?:\w+\.|table\b)/

const readSources = async (): Promise<[file: string, text: string][]> => {
  const found: [string, string][] = []
  for await (const file of glob('{apps,packages}/*/src/**/*.ts', { cwd: root }))
    if (!isTestCode(file)) found.push([file, await readFile(join(root, file), 'utf8')])
  return found
}

it('a table with one writer is written by that module alone', async () => {
  const [writers, sources] = [await readWriters(), await readSources()]
  const found: string[] = []
  const seen = new Set<string>()
  for (const [table, folder] of writers) {
    const isWritten = writes(table)
    for (const [file] of sources.filter(([, text]) => isWritten.test(text))) {
      if (file.startsWith(folder)) seen.add(table)
      else found.push(`${file} writes ${table}: what changes it belongs in ${folder}`)
    }
  }
  assert.deepEqual(found, [])
  assert.ok(writers.has('schedules') && writers.has('deliveries'), 'The list is no longer read.')
  assert.deepEqual([...seen], [...writers.keys()], 'A table is no longer written as this test reads it.')
})

it('a statement that writes a table whose name is put in is one of those that are known', async () => {
  const found = (await readSources()).filter(([, text]) => writesAnyTable.test(text)).map(([file]) => file)
  assert.deepEqual(found.toSorted(), Object.keys(ofAnyTable).toSorted())
})
