import type { ReceiverView, SaveReceiverInput } from '@knockwire/domain/receivers/receiver'
import { type ExpectationForm, expectationFormOf, toExpectation } from '../expectation/expectation-form.ts'

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

export const hasChanged = (receiver: ReceiverView, form: ReceiverForm): boolean => {
  const before = receiverFormOf(receiver)
  return (Object.keys(before) as (keyof ReceiverForm)[]).some((field) => before[field] !== form[field])
}
