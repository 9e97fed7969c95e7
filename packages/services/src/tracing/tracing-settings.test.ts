import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { tracingSettingsOf, tracingVariables } from './tracing-settings.ts'

const Environment = z.object(tracingVariables)
const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }
const read = (variables: Record<string, string>) => tracingSettingsOf(Environment.parse({ ...endpoint, ...variables }))

describe('where traces are sent', () => {
  it.each([
    ['http://collector:4318', 'http://collector:4318/v1/traces'],
    ['https://collector/', 'https://collector/v1/traces'],
    ['http://collector/a/b', 'http://collector/a/b/v1/traces'],
  ])('is below the endpoint of all signals: %s', (OTEL_EXPORTER_OTLP_ENDPOINT, url) => {
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT })).toEqual({ url, ratio: 1 })
  })

  it.each(['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'])(
    'is an address of HTTP: %s',
    (name) => {
      for (const url of ['http://collector/', 'https://collector/'])
        expect(Environment.safeParse({ [name]: url }).success).toBe(true)
      for (const url of ['collector:4318', 'grpc://collector', 'ahttp://collector', 'httpx://collector', ''])
        expect(Environment.safeParse({ [name]: url }).success).toBe(false)
    },
  )
})

describe('how many subjects are traced', () => {
  it.each([
    ['always_on', 1],
    ['traceidratio', 0.25],
    ['parentbased_always_on', 1],
    ['parentbased_traceidratio', 0.25],
  ])('follows the sampler: %s', (OTEL_TRACES_SAMPLER, ratio) => {
    expect(read({ OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG: '0.25' })?.ratio).toBe(ratio)
  })

  it.each([
    { OTEL_TRACES_SAMPLER: 'always_off' },
    { OTEL_TRACES_SAMPLER: 'parentbased_always_off' },
    { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' },
    { OTEL_SDK_DISABLED: 'true' },
    { OTEL_SDK_DISABLED: 'true', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://own/in' },
  ])('is none with %o', (variables) => expect(read(variables)).toBeNull())

  it('is all where the sampler has no share', () => {
    expect(read({ OTEL_TRACES_SAMPLER: 'traceidratio' })?.ratio).toBe(1)
  })

  it.each([
    { OTEL_TRACES_SAMPLER: 'sometimes' },
    { OTEL_TRACES_SAMPLER_ARG: '-0.1' },
    { OTEL_TRACES_SAMPLER_ARG: '1.1' },
    { OTEL_SDK_DISABLED: 'perhaps' },
  ])('cannot be %o', (variables) => expect(Environment.safeParse(variables).success).toBe(false))
})
