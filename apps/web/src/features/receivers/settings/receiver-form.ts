import type { FieldErrors } from '@knockwire/domain/errors'
import type { TypedReceiver } from '@knockwire/domain/notifications/preview'
import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { plainField, type MergeField } from '../../../lib/merge.ts'

/** The settings as they are being edited. */
export interface ReceiverForm {
  name: string
  /** Text while it is typed: it may be empty. */
  responseCode: number | string
  contentType: string
  responseBody: string
}

export const receiverFormOf = (receiver: ReceiverView): ReceiverForm => ({
  name: receiver.name,
  responseCode: receiver.responseCode,
  contentType: receiver.responseHeaders['content-type'],
  responseBody: receiver.responseBody,
})

/** The settings as a conflict between two saves shows them. */
export const receiverMergeFields: readonly MergeField<ReceiverForm>[] = [
  plainField('name', 'Name'),
  plainField('responseCode', 'Status code'),
  plainField('contentType', 'Response content type'),
  plainField('responseBody', 'Response body'),
]

/** For previews: what cannot be used yet is left out, and shown as it is saved. */
export const typedReceiverOf = ({ name, responseCode, responseBody }: ReceiverForm): TypedReceiver => ({
  ...(name.trim() !== '' && { name: name.trim() }),
  ...(typeof responseCode === 'number' && { responseCode }),
  responseBody,
})

/** Editing a field clears its error [ER-02]. */
export const clearErrors = (errors: FieldErrors, change: Partial<ReceiverForm>): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([key]) => !(key in change)))

export const hasChanged = (receiver: ReceiverView, form: ReceiverForm): boolean => {
  const before = receiverFormOf(receiver)
  return (Object.keys(before) as (keyof ReceiverForm)[]).some((field) => before[field] !== form[field])
}
