import { receiverFieldKeyOf } from '@knockwire/domain/receivers/field-keys'
import type { ReceiverView, SaveReceiverInput } from '@knockwire/domain/receivers/receiver'
import { loadFormSchemas } from '../../../lib/api/schemas.ts'
import type { EditedForm } from '../../../lib/editing/edited-form.ts'
import { inSection } from '../../../lib/editing/merge.ts'
import { errorsBySchema } from '../../../lib/forms/errors.ts'
import {
  editedExpectation,
  type ExpectationForm,
  expectationFormOf,
  toExpectation,
} from '../expectation/expectation-form.ts'

/** The name, the response and the expected calls as they are being edited. */
export interface ReceiverForm extends ExpectationForm {
  name: string
  /** Text while it is typed: it may be empty. */
  responseCode: number | string
  contentType: string
  responseBody: string
  /** Of other services, one a line. */
  otherAddresses: string
}

/** The one section of a receiver's settings. */
export interface ReceiverSections {
  settings: ReceiverForm
}

export const receiverFormOf = (receiver: ReceiverView): ReceiverForm => ({
  name: receiver.name,
  responseCode: receiver.responseCode,
  contentType: receiver.responseHeaders['content-type'],
  responseBody: receiver.responseBody,
  otherAddresses: receiver.otherAddresses.join('\n'),
  ...expectationFormOf(receiver.expectation),
})

/** What is sent to be saved: its code may be no number yet, which the schema rejects. */
export type ReceiverInput = Omit<SaveReceiverInput, 'responseCode'> & Pick<ReceiverForm, 'responseCode'>

export const toReceiverInput = ({
  name,
  responseCode,
  contentType,
  responseBody,
  otherAddresses,
  ...expected
}: ReceiverForm): ReceiverInput => ({
  name,
  responseCode,
  responseBody,
  responseHeaders: { 'content-type': contentType },
  expectation: toExpectation(expected),
  otherAddresses: otherAddresses.split('\n').filter((line) => line.trim() !== ''),
})

/** How a receiver is edited. */
export const editedReceiver: EditedForm<ReceiverSections, ReceiverView, ReceiverInput> = {
  valuesOf: (receiver) => ({ settings: receiverFormOf(receiver) }),
  toInput: (receiver, { settings = receiverFormOf(receiver) }) => ({
    ...toReceiverInput(settings),
    expectation: editedExpectation(receiver.expectation, settings),
  }),
  check: async (input) => errorsBySchema((await loadFormSchemas()).SaveReceiverInput, input, receiverFieldKeyOf),
  mergeFields: async () =>
    (await import('./receiver-merge.ts')).receiverMergeFields.map(inSection<ReceiverSections, 'settings'>('settings')),
}
