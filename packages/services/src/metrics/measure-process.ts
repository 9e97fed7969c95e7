import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'
import { buildCommit } from '../build-commit.ts'

interface MeasuredProcess {
  app: 'api' | 'ingress' | 'executor'
  version: string
}

/** Measures what every process has: processor time, memory, event loop and garbage collection, and which build it runs. */
export const measureProcess = (registry: Registry, { app, version }: MeasuredProcess): void => {
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'knockwire_build_info',
    help: 'Always 1; its labels say which app, version and commit this process runs.',
    labelNames: ['app', 'version', 'commit'],
    registers: [registry],
  }).set({ app, version, commit: buildCommit }, 1)
}
