import type { Logger } from 'pino'
import type { Tracing } from './tracing.ts'
import type { TracingSettings } from './tracing-settings.ts'

interface TracedProcess {
  /** Names the service where `OTEL_SERVICE_NAME` does not. */
  serviceName: string
  version: string
  log: Logger
}

/** Null where tracing is not set up: none of its code is loaded then. */
export const openTracing = async (settings: TracingSettings | null, traced: TracedProcess): Promise<Tracing | null> =>
  settings === null ? null : (await import('./open-telemetry.ts')).startOpenTelemetry(settings, traced)
