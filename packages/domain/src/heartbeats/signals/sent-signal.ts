import { targetPath } from '../../receivers/target-path.ts'
import { signalToOtherAddress } from './other-addresses.ts'
import type { Signal } from '../state-machine.ts'

/** What a request says, without its time: that is the database's. */
export type SentSignal = Omit<Signal, 'atMs'>

/** What stands behind a receiver's own path, up to the query. */
const suffix = /^\/r\/[\w-]+\/([^?#]*)/
const query = /\?([^#]*)/
const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

const mostExitCode = 255

/** `/start`, `/fail`, `/log` and `/0` to `/255`; anything else behind the URL is the sender's, and the request a success. */
const outcomeOf = (path: string): Pick<SentSignal, 'kind' | 'exitCode'> => {
  switch (path) {
    case 'start':
      return { kind: 'START', exitCode: null }
    case 'fail':
      return { kind: 'FAIL', exitCode: null }
    case 'log':
      return { kind: 'LOG', exitCode: null }
    default: {
      const exitCode = /^\d{1,3}$/.test(path) ? Number(path) : null
      if (exitCode === null || exitCode > mostExitCode) return { kind: 'SUCCESS', exitCode: null }
      return { kind: exitCode === 0 ? 'SUCCESS' : 'FAIL', exitCode }
    }
  }
}

/** The signal of a request to a receiver, by its URL; `rid`, a UUID, ties the start and the end of a run. */
export const sentSignalOf = (url: string): SentSignal => signalToOtherAddress(url, ownSignalOf) ?? ownSignalOf(url)

const ownSignalOf = (url: string): SentSignal => {
  const target = targetPath(url)
  const path = (suffix.exec(target)?.[1] ?? '').toLowerCase().replace(/\/$/, '')
  const runId = new URLSearchParams(query.exec(target)?.[1] ?? '').get('rid') ?? ''
  return { ...outcomeOf(path), runId: uuid.test(runId) ? runId.toLowerCase() : null }
}
