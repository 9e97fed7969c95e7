import { targetPath } from '../../receivers/target-path.ts'
import { signalToOtherAddress } from './other-addresses.ts'
import type { Signal } from '../machine/heartbeat-state.ts'
import { bareOutcome, outcomeOf } from './outcome.ts'
import { uuidOf } from './run-id.ts'

/** What a request says, without its time: that is the database's. */
export type SentSignal = Omit<Signal, 'atMs'>

/** What stands behind a receiver's own path, up to the query. */
const suffix = /^\/r\/[\w-]+\/([^?#]*)/
const query = /\?([^#]*)/

/** The signal of a request to a receiver, by its URL; `rid`, a UUID, ties the start and the end of a run. */
export const sentSignalOf = (url: string): SentSignal => signalToOtherAddress(url, ownSignalOf) ?? ownSignalOf(url)

const ownSignalOf = (url: string): SentSignal => {
  const target = targetPath(url)
  const outcome = bareOutcome(suffix.exec(target)?.[1] ?? '')
  const runId = new URLSearchParams(query.exec(target)?.[1] ?? '').get('rid') ?? ''
  return { ...outcomeOf(outcome), runId: uuidOf(runId) }
}
