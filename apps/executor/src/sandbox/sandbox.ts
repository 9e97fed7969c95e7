import { availableParallelism } from 'node:os'
import type { ConditionSource } from '@knockwire/domain/conditions/condition'
import { sources } from '@knockwire/domain/conditions/sources/registry'
import { machineSlowness } from '@knockwire/domain/sandbox/machine-slowness'
import { sandboxLimits } from '@knockwire/domain/sandbox/sandbox-limits'
import {
  createSandbox as createJobSandbox,
  type JobOutcome,
  type RunOptions,
} from '@knockwire/services/sandbox/sandbox'
import type { ReadJob, RenderJob, SandboxAnswer, SandboxJob, TableJob } from './jobs.ts'

export type SandboxOutcome<J extends SandboxJob> = JobOutcome<SandboxAnswer<J>>

/** Where bodies are read and templates filled in that anyone may have written: worker threads with little memory and time. */
export interface Sandbox {
  /** Never throws. `accountId`: accounts take turns. */
  run: <J extends SandboxJob>(accountId: string, job: J, options?: RunOptions) => Promise<SandboxOutcome<J>>
  /** Whether a job of the account had to be stopped lately, so that its jobs wait in a line of their own. */
  isPenalised: (accountId: string) => boolean
  close: () => Promise<void>
}

export interface SandboxOptions {
  threads?: number
  /** Whether the threads for quick jobs come up with the first job and stay, as they do unless this is false; else one does. */
  keepsThreads?: boolean
  /** Processor time of a job. */
  deadlineMs?: number
  /** The threads' program, where it is another file than its source. */
  worker?: URL
}

const longestQuickBody = 131_072
const longestQuickTemplate = 16_384
/** What a rendering counts in a batch: its templates may take their time. */
const renderingLength = 48 * 1024

export const createSandbox = (options: SandboxOptions = {}): Sandbox =>
  createJobSandbox<SandboxJob>({
    worker: new URL('./sandbox.worker.ts', import.meta.url),
    keepsThreads: true,
    // One processor is left to the thread that makes calls and records them.
    quickThreads: Math.max(1, availableParallelism() - 1),
    deadlineMs: sandboxLimits.deadlineMs * machineSlowness(),
    startMs: sandboxLimits.startMs,
    resourceLimits: sandboxLimits.resources,
    lengthOf: (job) => (job.kind === 'render' ? renderingLength : lengthOf(job)),
    isQuick: isQuickJob,
    ...options,
    // The answers are what `runJob` makes of these jobs.
  }) as Sandbox

const lengthOf = (job: ReadJob | TableJob): number => {
  const headers = job.kind === 'read' ? (job.headers ?? []) : []
  return headers.reduce((length, [, value]) => length + value.length, job.body?.length ?? 0)
}

const isQuickJob = (job: SandboxJob): boolean => {
  if (job.kind === 'read') return isQuickRead(job)
  return job.kind === 'render' ? isQuickRender(job) : lengthOf(job) <= longestQuickBody
}

const isQuickRead = (job: ReadJob): boolean =>
  job.operands.every(({ source }) => lengthOf(job) <= quickLengthOf(source))

const quickLengthOf = (source: ConditionSource): number => {
  const { body } = sources[source]
  return body === null || body === 'text' ? longestQuickBody : body.quickLength
}

const isQuickRender = ({ templates }: RenderJob): boolean =>
  templates.reduce((sum, { text }) => sum + text.length, 0) <= longestQuickTemplate
