/**
 * A part of what became of a subject (an execution, a received request, a request to the API), once it has ended. Spans
 * are recorded afterwards only: nothing is kept open, and what traces is called once for each.
 */
export interface EndedSpan {
  /** The subject's id, a UUID: the trace's id follows from it. */
  subjectId: string
  name: string
  /** The whole, which the others are parts of; each subject has one. */
  isRoot?: true
  kind?: 'INTERNAL' | 'SERVER' | 'CLIENT' | 'CONSUMER'
  /** Epoch milliseconds, fractions too. */
  startMs: number
  endMs: number
  /** By OpenTelemetry's semantic conventions, or `knockwire.…`; those that are undefined are left out. */
  attributes: Readonly<Record<string, string | number | boolean | undefined>>
  /** Why it failed: one of few words, as `error.type` has it. */
  error?: string | undefined
}

/** Sends spans to the operator's collector. Where that is slow or away, spans are dropped; nothing waits for it. */
export interface Tracing {
  /** Never throws. Does nothing where the subject is not sampled. */
  record: (span: EndedSpan) => void
  /** Sends what is left, for two seconds at most. */
  close: () => Promise<void>
}

/**
 * The id of a subject's trace: the subject's own 128 bits. Any process knows it, and decides alike whether it is sampled,
 * so that a trace goes on from a run to its deliveries without a column or a header for it.
 */
export const traceIdOf = (subjectId: string): string => subjectId.replaceAll('-', '').toLowerCase()

/** The id of the span that is the whole: the subject's last 64 bits, which are random in a UUIDv7. */
export const rootSpanIdOf = (subjectId: string): string => traceIdOf(subjectId).slice(16)
