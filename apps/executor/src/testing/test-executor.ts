import { createTestDatabase, type TestDatabase } from '@knockwire/db/testing/test-database'
import type { OutboundPolicy } from '@knockwire/outbound/policy'
import { createSecrets, parseKeyring } from '@knockwire/services/secrets/secrets'
import { pino } from 'pino'
import { afterAll } from 'vitest'
import { type ExecutorContext, openContext } from '../context.ts'
import { type Executor, type ExecutorOptions, startExecutor } from '../executor.ts'
import { type DeliveryWorkers, startDeliveries } from '../deliver/start-deliveries.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Settings } from '../settings.ts'
import { createTestSandbox } from './test-sandbox.ts'

export const testKeyring = parseKeyring(Buffer.alloc(32, 7).toString('base64'))
export const testSecrets = createSecrets(testKeyring)

export interface TestExecutorOptions {
  settings?: Partial<Settings>
  outbound?: Partial<OutboundPolicy>
  /** Takes the place of the executor's sandbox, which then is its own. */
  wrapSandbox?: (sandbox: Sandbox) => Sandbox
}

export interface TestExecutor extends Executor {
  context: ExecutorContext
  /** What went wrong inside; a test that expects nothing of the kind looks at it. */
  errors: Error[]
}

const testSettings = (databaseUrl: string): Settings => ({
  databaseUrl,
  databasePoolerUrl: null,
  keyring: testKeyring,
  host: '127.0.0.1',
  port: 0,
  publicOrigin: 'https://knockwire.example',
  receiverOrigin: 'https://in.knockwire.example',
  concurrency: 200,
  accountQuota: 500,
  drainMs: 2000,
  databaseTimeoutMs: 30_000,
  outboundAllowCidrs: ['127.0.0.0/8'],
  outboundProxy: null,
  operatorHost: '127.0.0.1',
  operatorPort: 0,
  operatorPorts: [],
  mail: { kind: 'outbox' },
  sms: { kind: 'outbox' },
  providerTimeoutMs: 15_000,
  witnessUrls: [],
  slackApiUrl: 'https://slack.com/api/',
  stripe: null,
  tracing: null,
  hasRates: true,
  limits: null,
  defaultPlan: 'FREE',
  rateSourceFiles: [],
  ratesEmailMinute: 18 * 60,
  logLevel: 'silent',
  isEmbedded: true,
  makesCalls: true,
})

const keptSandbox = createTestSandbox()
/**
 * One for all executors of this process, and never closed: its threads take longer to come up than most tests take.
 * Accounts, of which each test has its own, share it as they do in an executor.
 */
const sharedSandbox: Sandbox = {
  run: (...job) => keptSandbox.run(...job),
  isPenalised: (accountId) => keptSandbox.isPenalised(accountId),
  close: async () => {},
}

/** What an executor is made of, on the test's database; started by the test or not. */
export const createTestContext = async (url: string, { settings, outbound, wrapSandbox }: TestExecutorOptions = {}) => {
  const errors: Error[] = []
  const all = { ...testSettings(url), ...settings }
  const opened = await openContext(all, pino({ level: all.logLevel }), (error) => void errors.push(error), outbound)
  const own = wrapSandbox && createTestSandbox()
  const sandbox = (own && wrapSandbox?.(own)) ?? sharedSandbox
  const close = async () => {
    await opened.close()
    await own?.close()
  }
  return { context: { ...opened.context, sandbox }, close, errors }
}

/** A whole executor in the test's process. */
export const startTestExecutor = async (
  url: string,
  options: TestExecutorOptions & ExecutorOptions = {},
): Promise<TestExecutor> => {
  const { context, errors, close } = await createTestContext(url, options)
  const executor = await startExecutor(context, options)
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

export interface TestDeliveriesOptions extends TestExecutorOptions {
  /** None waits between its attempts, unless it is said otherwise. */
  waitsSeconds?: readonly number[]
  now?: () => number
}

/** DeliveryWorkers without the rest of an executor, in the test's process. */
export const startTestDeliveries = async (url: string, options: TestDeliveriesOptions = {}) => {
  const { context, errors, close } = await createTestContext(url, options)
  const { waitsSeconds = [0, 0, 0, 0], now = Date.now } = options
  const workers: DeliveryWorkers = startDeliveries(context, { now, retries: { waitsSeconds, random: () => 0.5 } })
  let stopped: Promise<void> | undefined
  const stop = async (drainMs: number) => {
    await workers.stop(drainMs)
    await close()
  }
  return { context, errors, wake: workers.wake, stop: (drainMs = 5000) => (stopped ??= stop(drainMs)) }
}
