import type pg from 'pg'
import type { Ending } from '../execution.ts'
import type { RecordedEnding } from './write-endings.ts'

/** What else follows from an execution's ending: telling its owner, for one. */
export interface EndingStep {
  /** Before the ending joins a group to be committed: slow work here delays this execution alone. It must not throw. */
  prepare: (ending: Ending) => Promise<void>
  /** Whether there is anything to record for it. */
  concerns: (ending: Ending) => boolean
  /** In the transaction that records the endings: what is written here is there if and only if they are. It may be repeated. */
  record: (client: pg.ClientBase, recorded: readonly RecordedEnding[]) => Promise<void>
  /** Once that transaction is committed. */
  onCommitted: () => void
}
