import { uuidv7 } from '@knockwire/db/uuidv7'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { startTraceCollector } from '../testing/trace-collector.ts'
import { openTracing } from './open-tracing.ts'
import { traceIdOf } from './tracing.ts'
import { tracingSettingsOf, tracingVariables } from './tracing-settings.ts'
import { z } from 'zod'

const read = (variables: Record<string, string>) => tracingSettingsOf(z.object(tracingVariables).parse(variables))

it('traces are off unless an endpoint is set, and wherever the standard variables say so', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318'
  expect(read({})).toBeNull()
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT })).toEqual({ url: 'http://collector:4318/v1/traces', ratio: 1 })
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/otlp/' })?.url).toBe(
    'http://collector:4318/otlp/v1/traces',
  )
  const OTEL_EXPORTER_OTLP_TRACES_ENDPOINT = 'https://other:1234/in'
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT })?.url).toBe('https://other:1234/in')
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' })).toBeNull()
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER: 'always_off' })).toBeNull()
  const sampled = { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG: '0.1' }
  expect(read({ ...sampled, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio' })?.ratio).toBe(0.1)
  expect(read({ ...sampled, OTEL_TRACES_SAMPLER: 'parentbased_always_on' })?.ratio).toBe(1)
})

it('a share of the subjects is traced, the same ones by every process and with all their parts', async () => {
  const collector = await startTraceCollector()
  const settings = { url: `${collector.origin}/v1/traces`, ratio: 0.25 }
  const subjectIds = Array.from({ length: 1000 }, () => uuidv7())
  for (const serviceName of ['one', 'other']) {
    const tracing = await openTracing(settings, { serviceName, version: '1', log: pino({ level: 'silent' }) })
    const span = { startMs: 1000, endMs: 2000, attributes: {} }
    for (const subjectId of subjectIds) {
      if (serviceName === 'one') tracing?.record({ ...span, subjectId, name: 'whole', isRoot: true })
      tracing?.record({ ...span, subjectId, name: `part by ${serviceName}` })
    }
    await tracing?.close()
  }
  const tracesOf = (name: string) => collector.spans.filter((span) => span.name === name).map(({ traceId }) => traceId)
  const traced = tracesOf('whole')
  // 250 on average; ten standard deviations are 137.
  expect(Math.abs(traced.length - 250)).toBeLessThan(137)
  expect(tracesOf('part by one')).toEqual(traced)
  expect(tracesOf('part by other')).toEqual(traced)
  expect(subjectIds.map(traceIdOf)).toEqual(expect.arrayContaining(traced))
  await collector.close()
})
