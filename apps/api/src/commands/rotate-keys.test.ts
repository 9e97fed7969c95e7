import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { bareEnvironment } from '@knockwire/db/testing/processes/bare-environment'
import { programFile } from '@knockwire/db/testing/processes/program-file'
import { createTestDatabase } from '@knockwire/db/testing/test-database'
import { checkEncryptionKey } from '@knockwire/services/secrets/encryption-check'
import { createSecrets } from '@knockwire/services/secrets/secrets'
import { afterAll, expect, it } from 'vitest'

const database = await createTestDatabase()
afterAll(() => database.close())

const script = programFile({
  source: new URL('./rotate-keys.ts', import.meta.url),
  bundle: new URL('../../dist/rotate-keys.js', import.meta.url),
})
const [old, current] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]

const rotate = async (keys: string, parameters: string[] = []) => {
  const env = { ...bareEnvironment(), DATABASE_URL: database.url, ENCRYPTION_KEY: keys }
  const child = spawn(process.execPath, [script, ...parameters], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  // As `head` does once it has seen enough.
  child.stdout.destroy()
  let errors = ''
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()))
  const [code] = await once(child, 'close')
  return { code: Number(code), errors }
}

it('the command goes on to its end where its output is cut off, and moves the check of a start to the new key', async () => {
  await checkEncryptionKey(database.db, createSecrets({ current: 'old', keys: { old } }))
  const keys = `new:${current.toString('base64')},old:${old.toString('base64')}`
  expect(await rotate(keys)).toEqual({ code: 0, errors: '' })
  await checkEncryptionKey(database.db, createSecrets({ current: 'new', keys: { new: current } }))
})

it('a lost key is accepted by --lost-key alone', async () => {
  const lost = createSecrets({ current: 'lost', keys: { lost: Buffer.alloc(32, 3) } })
  const keys = `lost:${Buffer.alloc(32, 3).toString('base64')}`
  expect((await rotate(keys)).code).toBe(1)
  await expect(checkEncryptionKey(database.db, lost)).rejects.toThrow('ENCRYPTION_KEY is not the key of this database')
  expect((await rotate(keys, ['--lost-key'])).code).toBe(0)
  await expect(checkEncryptionKey(database.db, lost)).resolves.toBeUndefined()
})

it('the command migrates nothing: it says what is missing', async () => {
  await database.pool.query('alter schema drizzle rename to mislaid')
  const { code, errors } = await rotate(`old:${old.toString('base64')}`)
  expect({ code, errors }).toEqual({
    code: 1,
    errors: expect.stringMatching(/^The database was never migrated\. Start this version or run its migration/),
  })
  await database.pool.query('alter schema mislaid rename to drizzle')
})
