import type { Span } from './record.ts'

/** After a fault, what was leased by a dead process is found and made again: 10 s for its heartbeat, and a call of 30 s. */
const recoveryMs = 60_000

/** Whether a fault, or what follows from it, falls in this time. */
export const isDisturbed = (faults: readonly Span[], fromMs: number, toMs: number): boolean =>
  faults.some((fault) => fault.fromMs <= toMs && fault.toMs + recoveryMs >= fromMs)
