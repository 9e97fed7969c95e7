import { type MergeField, plainField } from '../../../lib/merge.ts'
import type { ReceiverForm } from './receiver-form.ts'

/** The settings as a conflict between two saves shows them. */
export const receiverMergeFields: readonly MergeField<ReceiverForm>[] = [
  plainField('name', 'Name'),
  plainField('responseCode', 'Status code'),
  plainField('contentType', 'Response content type'),
  plainField('responseBody', 'Response body'),
]
