import { freePort } from '@knockwire/db/testing/processes/free-port'
import { checkEncryptionKey } from '@knockwire/services/secrets/encryption-check'
import { createSecrets, parseKeyring } from '@knockwire/services/secrets/secrets'
import { describe, expect, it, vi } from 'vitest'
import { spawnExecutor } from './testing/executor-process.ts'
import { useTestDatabase } from './testing/test-executor.ts'

describe('an executor that is started', async () => {
  const { db, url, pool } = await useTestDatabase()
  const countOf = ({ log }: ReturnType<typeof spawnExecutor>, msg: string) =>
    log.filter((entry) => entry['msg'] === msg).length

  it('waits while its database is not migrated, says so once, and works once it is', async () => {
    await pool.query('alter schema drizzle rename to mislaid')
    const port = String(await freePort())
    const executor = spawnExecutor(url, { EXECUTOR_PORT: port })
    const readyz = async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.json() ?? null
    await vi.waitFor(
      async () =>
        expect(await readyz()).toMatchObject({ status: 'not ready', reason: 'The database was never migrated.' }),
      { timeout: 20_000 },
    )
    await pool.query('alter schema mislaid rename to drizzle')
    await vi.waitFor(async () => expect(await readyz()).toMatchObject({ status: 'ready' }), { timeout: 30_000 })
    expect(countOf(executor, 'waiting for the database')).toBe(1)
    for (const line of executor.log)
      expect(line).toMatchObject({
        app: 'executor',
        version: expect.any(String),
        pid: executor.pid,
        hostname: expect.any(String),
        time: expect.any(Number),
      })
    executor.signal('SIGTERM')
    expect(await executor.ended).toBe(0)
  })

  it('exits with 0 at once when it is stopped while it waits', async () => {
    const executor = spawnExecutor(`postgres://nobody@127.0.0.1:${await freePort()}/none`)
    await vi.waitFor(() => expect(countOf(executor, 'waiting for the database')).toBe(1), { timeout: 20_000 })
    executor.signal('SIGTERM')
    expect(await executor.ended).toBe(0)
  })

  it('ends with one sentence where the key is not the database’s, and where its port is in use', async () => {
    await checkEncryptionKey(db, createSecrets(parseKeyring(Buffer.alloc(32, 7).toString('base64'))))
    const wrong = spawnExecutor(url, { ENCRYPTION_KEY: Buffer.alloc(32, 8).toString('base64') })
    expect(await wrong.ended).toBe(1)
    expect(wrong.errors()).toMatch(/^ENCRYPTION_KEY is not the key of this database, .*\n$/)
    const postgresPort = new URL(url).port
    const taken = spawnExecutor(url, { EXECUTOR_OPERATOR_PORT: postgresPort })
    expect(await taken.ended).toBe(1)
    expect(taken.errors()).toBe(
      `EXECUTOR_OPERATOR_PORT is not usable: port ${postgresPort} is in use, perhaps by another Knockwire.\n`,
    )
  })
})
