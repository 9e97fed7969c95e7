import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { deliveries } from '@knockwire/db/schema/notifications'
import { executions } from '@knockwire/db/schema/executions'
import { bareEnvironment } from '@knockwire/db/testing/processes/bare-environment'
import { startTraceCollector } from '@knockwire/services/testing/trace-collector'
import { rootSpanIdOf, traceIdOf } from '@knockwire/services/tracing/tracing'
import { and, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { startExecutorProcess } from '../testing/executor-process.ts'
import { untilEnded } from '../testing/history.ts'
import { onDemand, runNow } from '../testing/run-now.ts'
import { callTo, seedAccount, seedNotification, seedTask } from '../testing/rows/seed.ts'
import { seedRequestDelivery, untilDone } from '../testing/rows/seed-delivery.ts'
import { startTarget } from '../testing/peers/target.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'

const { db, url, stopAfter } = await useTestDatabase()
const target = await startTarget()
stopAfter(target.close)

const client = 3
const consumer = 5
const errorStatus = 2

/** Nobody listens at the port for discarded data. That of a server which was closed may be another test's by now. */
const nowhere = 'http://127.0.0.1:9'

it('a run is one trace from its due time to its notification, though another process delivers it', async () => {
  const collector = await startTraceCollector()
  stopAfter(collector.close)
  const OTEL_EXPORTER_OTLP_ENDPOINT = collector.origin
  const runner = await startExecutorProcess(url, { OTEL_EXPORTER_OTLP_ENDPOINT })
  stopAfter(runner.kill)
  const { id: accountId } = await seedAccount(db)
  const taskId = await seedTask(db, { accountId, uri: `${target.origin}/watched?key=secret`, schedule: onDemand })
  // The one that ran it makes the first attempt, and is gone when the second is due.
  let attempts = 0
  target.on('/hook', ({ response }) => void response.writeHead(++attempts === 1 ? 503 : 200).end())
  const notificationId = await seedNotification(db, { accountId, taskId, setting: callTo(`${target.origin}/hook`) })
  await runNow(db, taskId)
  const [execution] = await untilEnded(db, taskId, 1)
  const executionId = execution?.id ?? ''
  await expect.poll(() => attempts).toBe(1)
  runner.signal('SIGTERM')
  expect(await runner.ended).toBe(0)
  const deliverer = await startExecutorProcess(url, { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SERVICE_NAME: 'second' })
  stopAfter(deliverer.kill)
  const [delivered] = await db.select().from(deliveries).where(eq(deliveries.notificationId, notificationId))
  const deliveryId = delivered?.id ?? ''
  expect((await untilDone(db, deliveryId)).status).toBe('DELIVERED')
  deliverer.signal('SIGTERM')
  expect(await deliverer.ended).toBe(0)

  const spans = collector.spans.filter(({ traceId }) => traceId === traceIdOf(executionId))
  const named = (name: string) => spans.filter((span) => span.name === name)
  const only = (name: string) => {
    expect(named(name)).toHaveLength(1)
    return named(name)[0]
  }
  const ids = {
    'knockwire.execution.id': executionId,
    'knockwire.task.id': taskId,
    'knockwire.account.id': accountId,
  }
  const run = only('run')
  expect(run).toMatchObject({ spanId: rootSpanIdOf(executionId), kind: consumer, attributes: ids })
  expect(run?.parentSpanId ?? '').toBe('')
  expect(Math.floor(run?.startTimeUnixNano ?? 0)).toBe(execution?.scheduledFor.getTime())
  expect(run?.resource['service.name']).toBe('knockwire-executor')
  const parts = spans.filter(({ name }) => name !== 'run')
  expect(parts.map(({ parentSpanId }) => parentSpanId)).toEqual(parts.map(() => rootSpanIdOf(executionId)))
  const call = only('GET')
  expect(call).toMatchObject({
    kind: client,
    attributes: { ...ids, 'url.full': target.origin, 'http.response.status_code': 200 },
  })
  const [claim, evaluation, recording] = ['claim', 'evaluate conditions', 'record result'].map(only)
  const order = [claim, call, evaluation, recording].map((span) => span?.startTimeUnixNano ?? 0)
  expect(order.toSorted((a, b) => a - b)).toEqual(order)
  expect(recording?.endTimeUnixNano).toBe(run?.endTimeUnixNano)
  const delivery = { 'knockwire.delivery.id': deliveryId, 'knockwire.account.id': accountId }
  const attempt = (number: number, more: object) => ({ ...delivery, 'knockwire.delivery.attempt': number, ...more })
  expect(named('deliver HTTP')).toMatchObject([
    {
      kind: client,
      status: { code: errorStatus },
      attributes: attempt(1, { 'http.response.status_code': 503, 'error.type': 'retry' }),
      resource: { 'service.name': 'knockwire-executor' },
    },
    {
      attributes: attempt(2, { 'http.response.status_code': 200, 'knockwire.delivery.outcome': 'delivered' }),
      resource: { 'service.name': 'second' },
    },
  ])
  expect(named('record delivery')).toHaveLength(2)
  expect(JSON.stringify(collector.spans)).not.toContain('secret')
})

it('the delivery of a received request is in the trace of the request', async () => {
  const collector = await startTraceCollector()
  stopAfter(collector.close)
  const executor = await startExecutorProcess(url, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin })
  stopAfter(executor.kill)
  const { context, close } = await createTestContext(url)
  stopAfter(close)
  const { id: accountId } = await seedAccount(db)
  const workers = { context, wake: () => context.queue.announce('deliver-http') }
  const id = await seedRequestDelivery(workers, { accountId, setting: callTo(`${target.origin}/received`) })
  const { subjectId } = await untilDone(db, id)
  await expect.poll(() => collector.spans.map(({ name }) => name)).toContain('deliver HTTP')
  const [delivery] = collector.spans.filter(({ name }) => name === 'deliver HTTP')
  expect(delivery).toMatchObject({ traceId: traceIdOf(subjectId), parentSpanId: rootSpanIdOf(subjectId) })
})

it.each([
  { collector: 'a collector that hangs', hangs: true },
  { collector: 'a collector that is not there', hangs: false },
])('$collector loses no run and no delivery, and does not keep an executor from stopping', async ({ hangs }) => {
  const collector = await startTraceCollector({ hangs: true })
  stopAfter(collector.close)
  const origin = hangs ? collector.origin : nowhere
  const executor = await startExecutorProcess(url, { OTEL_EXPORTER_OTLP_ENDPOINT: origin })
  stopAfter(executor.kill)
  const { id: accountId } = await seedAccount(db)
  const countEnded = () =>
    db.$count(executions, and(eq(executions.accountId, accountId), eq(executions.status, 'SUCCEEDED')))
  const countDelivered = () =>
    db.$count(deliveries, and(eq(deliveries.accountId, accountId), eq(deliveries.status, 'DELIVERED')))
  const hook = callTo(`${target.origin}/any`)
  const runAll = async (count: number) => {
    for (let task = 0; task < count; task += 1) {
      const taskId = await seedTask(db, { accountId, uri: target.origin, schedule: onDemand })
      await seedNotification(db, { accountId, taskId, setting: hook })
      await runNow(db, taskId)
    }
  }
  await runAll(20)
  await expect.poll(countDelivered).toBe(20)
  // An export is in flight or has failed; what comes meanwhile is run and delivered as before.
  if (hangs) await expect.poll(collector.exports).toBeGreaterThan(0)
  else await expect.poll(() => executor.log.map(({ event }) => event)).toContain('traces not sent')
  await runAll(20)
  await expect.poll(countDelivered).toBe(40)
  expect(await countEnded()).toBe(40)
  executor.signal('SIGTERM')
  expect(await executor.ended).toBe(0)
})

it('nothing of the tracing is loaded unless it is set up', async () => {
  // The executor's thread, as its own process: says when it is ready which packages it has resolved.
  const start = fileURLToPath(new URL('../start.ts', import.meta.url))
  const hook = fileURLToPath(import.meta.resolve('@knockwire/db/drizzle-import-hook'))
  const code = `
    import { flushCompileCache, registerHooks } from 'node:module'
    const resolved = new Set()
    registerHooks({
      resolve: (specifier, context, next) => {
        if (/@opentelemetry\\/(sdk|exporter|otlp|resources)/.test(specifier)) resolved.add(specifier)
        return next(specifier, context)
      },
    })
    await import(${JSON.stringify(hook)})
    await import(${JSON.stringify(start)})
    flushCompileCache()
    console.log(JSON.stringify({ resolved: [...resolved] }))`
  const packagesOf = async (environment: Record<string, string>): Promise<string[]> => {
    const env = {
      ...bareEnvironment(),
      DATABASE_URL: url,
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      KNOCKWIRE_EMBEDDED: '1',
      EXECUTOR_PORT: '0',
      EXECUTOR_OPERATOR_PORT: '0',
      RATE_SOURCES: 'none',
      ...environment,
    }
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    for await (const line of createInterface(child.stdout)) {
      if (!line.startsWith('{"resolved"')) continue
      child.kill('SIGKILL')
      await once(child, 'exit')
      return JSON.parse(line).resolved
    }
    throw new Error('The executor did not start.')
  }
  expect(await packagesOf({})).toEqual([])
  const OTEL_EXPORTER_OTLP_ENDPOINT = nowhere
  expect(await packagesOf({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER: 'always_off' })).toEqual([])
  expect(await packagesOf({ OTEL_EXPORTER_OTLP_ENDPOINT })).toContain('@opentelemetry/sdk-trace')
})
