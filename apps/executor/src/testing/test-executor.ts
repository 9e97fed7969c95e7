import { openDatabase } from '@knockwire/db/client'
import { createSecrets, parseKeyring } from '@knockwire/db/secrets'
import { createTestDatabase, type TestDatabase } from '@knockwire/db/testing/test-database'
import { createOutboundClient } from '@knockwire/outbound/create-client'
import type { OutboundPolicy } from '@knockwire/outbound/policy'
import { createQueue } from '@knockwire/queue/queue'
import { pino } from 'pino'
import { afterAll } from 'vitest'
import type { ExecutorContext } from '../context.ts'
import { startExecutor, type Executor } from '../executor.ts'
import { createMailer } from '../mail/create-mailer.ts'
import type { Settings } from '../settings.ts'

export const testKeyring = parseKeyring(Buffer.alloc(32, 7).toString('base64'))
export const testSecrets = createSecrets(testKeyring)

export interface TestExecutorOptions {
  settings?: Partial<Settings>
  outbound?: Partial<OutboundPolicy>
}

export interface TestExecutor extends Executor {
  context: ExecutorContext
  /** What went wrong inside; a test that expects nothing of the kind looks at it. */
  errors: Error[]
}

const testSettings = (databaseUrl: string): Settings => ({
  databaseUrl,
  keyring: testKeyring,
  host: '127.0.0.1',
  port: 0,
  publicOrigin: 'https://knockwire.example',
  concurrency: 200,
  accountQuota: 500,
  drainMs: 2000,
  outboundAllowCidrs: ['127.0.0.0/8'],
  ownEndpoints: [],
  ownHosts: [],
  mail: { kind: 'outbox' },
  logLevel: 'silent',
  isEmbedded: true,
})

/** What an executor is made of, on the test's database; started by the test or not. */
export const createTestContext = async (url: string, options: TestExecutorOptions = {}) => {
  const settings = { ...testSettings(url), ...options.settings }
  const errors: Error[] = []
  const onError = (error: Error) => void errors.push(error)
  const database = openDatabase({ url, max: 12, applicationName: 'executor', onIdleError: onError })
  const queue = createQueue({ url, pool: database.pool, isWorker: true, onError })
  await queue.start()
  const client = createOutboundClient({
    allowCidrs: settings.outboundAllowCidrs,
    userAgent: 'Knockwire/test',
    ...options.outbound,
  })
  const log = pino({ level: settings.logLevel })
  const mailer = createMailer(settings.mail, database.db)
  const context: ExecutorContext = { settings, database, queue, secrets: testSecrets, client, mailer, log, onError }
  const close = async () => {
    await queue.stop()
    await client.close()
    mailer.close()
    await database.close()
  }
  return { context, errors, close }
}

/** A whole executor in the test's process. */
export const startTestExecutor = async (url: string, options: TestExecutorOptions = {}): Promise<TestExecutor> => {
  const { context, errors, close } = await createTestContext(url, options)
  const executor = await startExecutor(context)
  return {
    ...executor,
    context,
    errors,
    stop: async () => {
      await executor.stop()
      await close()
    },
  }
}

/** A database for the test file, and what is to be stopped before it is dropped. */
export const useTestDatabase = async () => {
  const database: TestDatabase = await createTestDatabase()
  const stops: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const stop of stops.toReversed()) await stop()
    await database.close()
  })
  return { ...database, stopAfter: (stop: () => Promise<void>) => void stops.push(stop) }
}
