import type { FieldErrors } from '@knockwire/domain/errors'
import { receiverFieldKeyOf } from '@knockwire/domain/receivers/field-keys'
import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { storedNowIn } from '../../../lib/api/api-error.ts'
import { errorsBySchema } from '../../../lib/forms/errors.ts'
import { loadFormSchemas } from '../../../lib/api/schemas.ts'
import { type ReceiverForm, toReceiverInput } from './receiver-form.ts'

/** What the domain's schema rejects of a receiver, under the names of the fields. */
export const checkReceiver = async (form: ReceiverForm): Promise<FieldErrors> =>
  errorsBySchema((await loadFormSchemas()).SaveReceiverInput, toReceiverInput(form), receiverFieldKeyOf)

export const storedReceiverIn = (error: unknown) => storedNowIn(error) as ReceiverView | null
