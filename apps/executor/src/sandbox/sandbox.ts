import { availableParallelism } from 'node:os'
import type { ConditionSource } from '@knockwire/domain/conditions/condition'
import { sources } from '@knockwire/domain/conditions/sources/registry'
import {
  createSandbox as createJobSandbox,
  type JobOutcome,
  type Sandbox as JobSandbox,
  type SandboxOptions as JobSandboxOptions,
} from '@knockwire/services/sandbox/sandbox'
import type { Answers, ReadJob, RenderJob, SandboxJob, TableJob } from './jobs.ts'

export type SandboxOutcome<J extends SandboxJob> = JobOutcome<Answers[J['kind']]>

export type Sandbox = JobSandbox<SandboxJob, Answers>

export type SandboxOptions = Partial<
  Pick<JobSandboxOptions<SandboxJob>, 'threads' | 'keepsThreads' | 'deadlineMs' | 'worker'>
>

const longestQuickBody = 131_072
const longestQuickTemplate = 16_384
/** What a rendering counts in a batch: its templates may take their time. */
const renderingLength = 48 * 1024

export const createSandbox = (options: SandboxOptions = {}): Sandbox =>
  createJobSandbox<SandboxJob, Answers>({
    worker: new URL('./sandbox.worker.ts', import.meta.url),
    keepsThreads: true,
    // One processor is left to the thread that makes calls and records them.
    quickThreads: Math.max(1, availableParallelism() - 1),
    lengthOf: (job) => (job.kind === 'render' ? renderingLength : lengthOf(job)),
    isQuick: isQuickJob,
    ...options,
  })

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
