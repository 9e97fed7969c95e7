import { z } from 'zod'

/**
 * OpenTelemetry's own names. Its exporter reads the others that concern it (headers, timeout, compression, certificates)
 * and the resource's attributes by itself.
 */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_TRACES_SAMPLER: z
    .enum([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ])
    .default('always_on'),
  /** The share of traces, where the sampler is one of a ratio. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  OTEL_SDK_DISABLED: z.stringbool().default(false),
}

const TracingEnvironment = z.object(tracingVariables)

export interface TracingSettings {
  /** Where traces are posted to. */
  url: string
  /** The share of subjects that are traced, from 0 to 1. */
  ratio: number
}

/** Null where no endpoint is set, or tracing is switched off. */
export const tracingSettingsOf = (env: z.infer<typeof TracingEnvironment>): TracingSettings | null => {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own, OTEL_EXPORTER_OTLP_ENDPOINT: base } = env
  const ratio = ratioOf(env)
  if (env.OTEL_SDK_DISABLED || ratio === 0) return null
  if (own !== undefined) return { url: own, ratio }
  return base === undefined ? null : { url: `${base.replace(/\/$/, '')}/v1/traces`, ratio }
}

/** No trace here has a parent of somebody else's, so that those "based on the parent" decide as the others do. */
const ratioOf = ({
  OTEL_TRACES_SAMPLER: sampler,
  OTEL_TRACES_SAMPLER_ARG: ratio,
}: z.infer<typeof TracingEnvironment>) => {
  if (sampler.endsWith('always_off')) return 0
  return sampler.endsWith('traceidratio') ? ratio : 1
}
