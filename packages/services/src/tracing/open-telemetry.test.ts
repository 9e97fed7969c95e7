import { diag } from '@opentelemetry/api'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startTraceCollector } from '../testing/trace-collector.ts'
import { openTracing } from './open-tracing.ts'
import { rootSpanIdOf, traceIdOf, type EndedSpan } from './tracing.ts'

const startCollector = async (options = {}) => {
  const collector = await startTraceCollector(options)
  onTestFinished(collector.close)
  return collector
}

const logOf = () => {
  const lines: Record<string, unknown>[] = []
  return { lines, log: pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) }) }
}

const open = async (origin: string, { log } = logOf()) => {
  const settings = { url: `${origin}/v1/traces`, ratio: 1 }
  const tracing = await openTracing(settings, { serviceName: 'knockwire-test', version: '1.2.3', log })
  return tracing ?? expect.fail('Nothing is traced.')
}

const span = (changes: Partial<EndedSpan> = {}): EndedSpan => ({
  subjectId: uuidv7(),
  name: 'part',
  startMs: 1_700_000_000_000.25,
  endMs: 1_700_000_000_123.5,
  attributes: {},
  ...changes,
})

const recorded = async (...spans: EndedSpan[]) => {
  const collector = await startCollector()
  const tracing = await open(collector.origin)
  for (const one of spans) tracing.record(one)
  await tracing.close()
  return collector.spans
}

describe('a span that is sent', () => {
  it('is a part of its subject’s trace, with its name, times and attributes', async () => {
    const subjectId = uuidv7()
    const attributes = { 'knockwire.task': 'id-1', 'knockwire.count': 3, 'knockwire.none': undefined }
    const [sent] = await recorded(span({ subjectId, kind: 'CLIENT', attributes }))
    expect(sent).toMatchObject({
      traceId: traceIdOf(subjectId),
      parentSpanId: rootSpanIdOf(subjectId),
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
      name: 'part',
      kind: 3,
      startTimeUnixNano: 1_700_000_000_000.25,
      endTimeUnixNano: 1_700_000_000_123.5,
      attributes: { 'knockwire.task': 'id-1', 'knockwire.count': 3 },
      status: {},
    })
    expect(sent?.attributes).not.toHaveProperty('knockwire.none')
    expect(sent?.spanId).not.toBe(rootSpanIdOf(subjectId))
  })

  it('of the whole is the root of the trace, and those after it are parts again', async () => {
    const subjectId = uuidv7()
    const [root, part, other] = await recorded(
      span({ subjectId, isRoot: true, name: 'whole' }),
      span({ subjectId }),
      span(),
    )
    expect(root).toMatchObject({ traceId: traceIdOf(subjectId), spanId: rootSpanIdOf(subjectId), kind: 1 })
    expect(root?.parentSpanId ?? '').toBe('')
    expect(part?.parentSpanId).toBe(rootSpanIdOf(subjectId))
    expect(new Set([root, part, other].map((one) => one?.spanId)).size).toBe(3)
    expect(other?.traceId).not.toBe(root?.traceId)
  })

  it('of what failed says why, in its status and its attributes', async () => {
    const [failed, fine] = await recorded(span({ error: 'TIMEOUT', attributes: { a: 'b' } }), span())
    expect(failed).toMatchObject({
      attributes: { a: 'b', 'error.type': 'TIMEOUT' },
      status: { code: 2, message: 'TIMEOUT' },
    })
    expect(fine?.status.code ?? 0).toBe(0)
    expect(fine?.attributes).not.toHaveProperty('error.type')
  })

  it('does not end before it began, where a clock was set back', async () => {
    const [sent] = await recorded(span({ startMs: 2000, endMs: 1000 }))
    expect([sent?.startTimeUnixNano, sent?.endTimeUnixNano]).toEqual([2000, 2000])
  })

  it('names the service, its version and its process', async () => {
    const [sent] = await recorded(span())
    expect(sent?.resource).toMatchObject({
      'service.name': 'knockwire-test',
      'service.version': '1.2.3',
      'service.instance.id': expect.stringMatching(/./),
    })
  })

  it('names the service as the operator does', async () => {
    vi.stubEnv('OTEL_SERVICE_NAME', 'of the operator')
    vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment=live')
    onTestFinished(() => void vi.unstubAllEnvs())
    const [sent] = await recorded(span())
    expect(sent?.resource).toMatchObject({ 'service.name': 'of the operator', 'deployment.environment': 'live' })
  })
})

it('a span is sent within some seconds, with no stop', async () => {
  const collector = await startCollector()
  const tracing = await open(collector.origin)
  tracing.record(span())
  await vi.waitFor(() => expect(collector.spans).toHaveLength(1), { timeout: 30_000 })
  await tracing.close()
})

describe('traces that cannot be sent', () => {
  it('are logged, though nothing waits for them', async () => {
    const collector = await startCollector()
    const logged = logOf()
    const tracing = await open(`${collector.origin}/elsewhere`, logged)
    tracing.record(span())
    await vi.waitFor(() => expect(logged.lines).toHaveLength(1), { timeout: 30_000 })
    expect(logged.lines[0]).toMatchObject({
      level: 40,
      event: 'traces not sent',
      reason: expect.stringMatching(/./),
      msg: 'traces could not be sent',
    })
    await tracing.close()
  })

  it('are logged once a minute at most, in 300 characters, and nothing else that the SDK says', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const collector = await startCollector()
    const logged = logOf()
    const tracing = await open(collector.origin, logged)
    diag.info('info')
    diag.debug('debug')
    diag.verbose('verbose')
    diag.error('x'.repeat(301))
    diag.warn('again')
    vi.setSystemTime(Date.now() + 59_999)
    diag.warn('again')
    vi.setSystemTime(Date.now() + 1)
    diag.warn('a minute later')
    expect(logged.lines.map(({ reason }) => reason)).toEqual(['x'.repeat(300), 'a minute later'])
    await tracing.close()
  })
})

it('a collector that hangs holds a stop up for two seconds', async () => {
  const collector = await startCollector({ hangs: true })
  const tracing = await open(collector.origin)
  tracing.record(span())
  const startedAt = performance.now()
  await tracing.close()
  expect(performance.now() - startedAt).toBeGreaterThan(1900)
  expect(performance.now() - startedAt).toBeLessThan(9000)
})
