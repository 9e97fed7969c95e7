import type { Expectation } from '@knockwire/domain/heartbeats/expectation'
import { type MergeField, plainField } from '../../../lib/editing/merge.ts'
import { describeExpectation } from '../expectation/describe-expectation.ts'
import { expectationFormOf, toExpectation } from '../expectation/expectation-form.ts'
import type { ReceiverForm } from './receiver-form.ts'

/** The settings as a conflict between two saves shows them. */
export const receiverMergeFields: readonly MergeField<ReceiverForm>[] = [
  plainField('name', 'Name'),
  plainField('responseCode', 'Status code'),
  plainField('contentType', 'Response content type'),
  plainField('responseBody', 'Response body'),
  plainField('otherAddresses', 'Other addresses'),
  {
    key: 'expectation',
    label: 'Expected calls',
    read: toExpectation,
    text: (form) => describe(toExpectation(form)),
    copy: (from, into) => ({ ...into, ...expectationFormOf(toExpectation(from)) }),
  },
]

const describe = (expectation: Expectation | null) => (expectation === null ? 'None' : describeExpectation(expectation))
