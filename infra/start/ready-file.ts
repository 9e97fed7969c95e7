import { rename, rm, writeFile } from 'node:fs/promises'
import type { StartedDatabase } from './database.ts'
import type { StartSettings } from './settings.ts'
import type { Supervised } from './supervise.ts'

/** For a program that started us: everything the banner says and what it may want to look into. */
export const writeReadyFile = async (
  settings: StartSettings,
  database: StartedDatabase,
  apps: Supervised[],
  tookMs: number,
): Promise<void> => {
  const file = settings.readyFile
  if (!file) return
  const ready = {
    dashboardUrl: settings.publicOrigin,
    receiversUrl: settings.receiverOrigin,
    executorUrl: `http://127.0.0.1:${settings.executor.port}`,
    outboxUrl: database.embedded && `${settings.publicOrigin}/dev/outbox`,
    demo: database.embedded?.demo ?? null,
    databaseUrl: database.url,
    processes: Object.fromEntries(apps.map(({ name, pid }) => [name, pid()])),
    tookMs: Math.round(tookMs),
  }
  await writeFile(`${file}.new`, JSON.stringify(ready, null, 2), { mode: 0o600 })
  await rename(`${file}.new`, file)
}

export const removeReadyFile = async ({ readyFile }: StartSettings): Promise<void> => {
  if (readyFile) await rm(readyFile, { force: true })
}
