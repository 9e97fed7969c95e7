import {
  type Context,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources'
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  type IdGenerator,
  RandomIdGenerator,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { type EndedSpan, rootSpanIdOf, traceIdOf, type Tracing } from './tracing.ts'
import type { TracingSettings } from './tracing-settings.ts'

/** At a stop, the collector gets so long for what is left. */
const closeMs = 2000
/** While the collector is away, one line says so in this time. */
const warningEveryMs = 60_000
/** Spans in memory, about a kilobyte each; those beyond are dropped. */
const queueLimits = { maxQueueSize: 8192, maxExportBatchSize: 1024, scheduledDelayMillis: 2000 }

/** Random ids, but for a root, whose ids are given. */
class SubjectIds implements IdGenerator {
  readonly #random = new RandomIdGenerator()
  root: { traceId: string; spanId: string } | null = null

  generateTraceId = () => this.root?.traceId ?? this.#random.generateTraceId()
  generateSpanId = () => this.root?.spanId ?? this.#random.generateSpanId()
}

const nothing = () => {}

/** Once a minute at most, since each batch fails separately. */
const logProblems = (log: Logger) => {
  let quietUntilMs = 0
  const warn = (message: string) => {
    if (Date.now() < quietUntilMs) return
    quietUntilMs = Date.now() + warningEveryMs
    log.warn({ event: 'traces not sent', reason: message.slice(0, 300) }, 'traces could not be sent')
  }
  const logger = { error: warn, warn, info: nothing, debug: nothing, verbose: nothing }
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
}

/** Seconds and nanoseconds; the times are good to a microsecond at best. */
const toHrTime = (ms: number): [number, number] => {
  const microseconds = Math.round(ms * 1000)
  return [Math.floor(microseconds / 1e6), (microseconds % 1e6) * 1000]
}

const parentContext = (subjectId: string): Context =>
  trace.setSpanContext(ROOT_CONTEXT, {
    traceId: traceIdOf(subjectId),
    spanId: rootSpanIdOf(subjectId),
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
  })

const closeWithin = async (provider: TracerProvider) => {
  const late = Promise.withResolvers<void>()
  const timeout = setTimeout(late.resolve, closeMs)
  // What fails has been logged.
  await Promise.race([provider.shutdown().catch(() => {}), late.promise])
  clearTimeout(timeout)
}

/** Tracing by OpenTelemetry's SDK, over OTLP/HTTP in JSON. */
export const startOpenTelemetry = (
  { url, ratio }: TracingSettings,
  { serviceName, version, log }: { serviceName: string; version: string; log: Logger },
): Tracing => {
  logProblems(log)
  const ids = new SubjectIds()
  const sampler = new TraceIdRatioBasedSampler(ratio)
  const own = resourceFromAttributes({ 'service.name': serviceName, 'service.version': version })
  const exporter = new OTLPTraceExporter({ url })
  const provider = new TracerProvider({
    resource: own.merge(detectResources({ detectors: [serviceInstanceIdDetector, envDetector] })),
    idGenerator: ids,
    // Decided before a span is made at all.
    sampler: new AlwaysOnSampler(),
    spanProcessors: [new BatchSpanProcessor({ exporter, ...queueLimits })],
  })
  const tracer = provider.getTracer('knockwire', version)
  const isSampled = (subjectId: string) =>
    sampler.shouldSample(ROOT_CONTEXT, traceIdOf(subjectId)).decision === SamplingDecision.RECORD_AND_SAMPLED

  const record = (ended: EndedSpan) => {
    const { subjectId, name, isRoot = false, kind = 'INTERNAL', startMs, endMs, attributes, error } = ended
    if (!isSampled(subjectId)) return
    ids.root = isRoot ? { traceId: traceIdOf(subjectId), spanId: rootSpanIdOf(subjectId) } : null
    const withError = error === undefined ? attributes : { ...attributes, 'error.type': error }
    const options = { kind: SpanKind[kind], startTime: toHrTime(startMs), attributes: withError }
    const span = tracer.startSpan(name, options, isRoot ? ROOT_CONTEXT : parentContext(subjectId))
    ids.root = null
    if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: error })
    span.end(toHrTime(Math.max(startMs, endMs)))
  }
  return { record, close: () => closeWithin(provider) }
}
