import type { ExecutionErrorCode } from './execution.ts'

/**
 * Errors of ours: whether the target works is not known after such a run. INTERRUPTED is none of them: the request may have
 * been received, and its owner has to look.
 */
export const inconclusiveCodes = ['INCONCLUSIVE', 'INTERNAL'] as const satisfies ExecutionErrorCode[]

const inconclusive: ReadonlySet<string> = new Set(inconclusiveCodes)

/**
 * Whether a failed run says nothing about its target. It counts neither against the task nor in its uptime, its conditions
 * are not decided, and it is not compared with.
 */
export const isInconclusive = (code: ExecutionErrorCode | null): boolean => code !== null && inconclusive.has(code)
