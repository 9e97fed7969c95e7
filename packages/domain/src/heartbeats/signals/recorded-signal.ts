/**
 * What a recorded request says to its receiver's heartbeat: a signal, or why it is none. UNDECIDED: a success that an executor has yet to
 * decide by its condition. IGNORED: a HEAD request where those do not count.
 */
export const recordedSignalKinds = ['SUCCESS', 'START', 'FAIL', 'UNMET', 'LOG', 'UNDECIDED', 'IGNORED'] as const
export type RecordedSignalKind = (typeof recordedSignalKinds)[number]
