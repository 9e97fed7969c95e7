import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ownFolder = fileURLToPath(new URL('../../db/migrations', import.meta.url))

/** What a version adds most often: a column, and an index that is built while the table is written to. */
const trials = [
  ['trial_column', 'ALTER TABLE "executions" ADD COLUMN "trial" integer DEFAULT 0 NOT NULL;'],
  ['trial_index', 'CREATE INDEX CONCURRENTLY "executions_trial" ON "executions" USING btree ("trial");'],
] as const

interface Journal {
  entries: { idx: number; when: number; tag: string; breakpoints: boolean; version: string }[]
}

/** Copies this version's migrations to `folder`, with those of the trial behind them, so that there is always one to apply. */
export const copyWithTrial = async (folder: string): Promise<string> => {
  await cp(ownFolder, folder, { recursive: true })
  const path = join(folder, 'meta/_journal.json')
  const journal: Journal = JSON.parse(await readFile(path, 'utf8'))
  for (const [tag, sql] of trials) {
    const newest = journal.entries.at(-1)
    if (!newest) throw new Error('There are no migrations.')
    await writeFile(join(folder, `${tag}.sql`), sql)
    journal.entries.push({ ...newest, idx: newest.idx + 1, when: newest.when + 1, tag })
  }
  await writeFile(path, JSON.stringify(journal))
  return folder
}
