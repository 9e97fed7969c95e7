import type { Expectation } from '@knockwire/domain/heartbeats/expectation'
import type { TypedReceiver } from '@knockwire/domain/notifications/preview'
import type { ReceiverForm } from './receiver-form.ts'

/** For previews: what cannot be used yet is left out, and shown as it is saved. */
export const typedReceiverOf = ({ name, responseCode, responseBody }: ReceiverForm): TypedReceiver => ({
  ...(name.trim() !== '' && { name: name.trim() }),
  ...(typeof responseCode === 'number' && { responseCode }),
  responseBody,
})

/** How it expects calls; null where it expects none. */
export const expectedModeOf = ({ expectsCalls, expectationMode }: ReceiverForm): Expectation['mode'] | null =>
  expectsCalls ? expectationMode : null
