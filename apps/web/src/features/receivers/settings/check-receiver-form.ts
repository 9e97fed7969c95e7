import type { SaveReceiverInput } from '@knockwire/domain/receivers/receiver'
import { ApiError } from '../../../lib/api-error.ts'
import { loadFormSchemas } from '../../../lib/schemas.ts'
import type { ReceiverForm } from './receiver-form.ts'

/** What Save and Create send. What the schema rejects is not sent: it is rejected here as the server would. */
export async function checkReceiverForm({
  name,
  responseCode,
  contentType,
  responseBody,
}: ReceiverForm): Promise<SaveReceiverInput> {
  const input = { name, responseCode, responseBody, responseHeaders: { 'content-type': contentType } }
  const schemas = await loadFormSchemas().catch(() => null)
  // What cannot be loaded, the server has too.
  if (schemas === null) return input as SaveReceiverInput
  const parsed = schemas.SaveReceiverInput.safeParse(input)
  if (parsed.success) return parsed.data
  const errors = Object.fromEntries(
    parsed.error.issues
      // The first of a field is the one to mend first.
      .toReversed()
      .map(({ path, message }) => [fieldOf(path[0]), message]),
  )
  if (typeof responseCode === 'string') errors['responseCode'] = 'Please use a code from 200 to 599.'
  throw new ApiError({ status: 422, code: 'INVALID_FIELDS', message: 'Please correct the marked fields.', errors })
}

/** The server names the fields in the same way. */
const fieldOf = (key: PropertyKey = ''): string => (key === 'responseHeaders' ? 'contentType' : String(key))
