import { sendsBody } from '@knockwire/domain/requests/request-rules'
import { type MergeField, plainField } from '../../lib/editing/merge.ts'
import { headersOf } from './header-rows.ts'
import type { RequestForm } from './request-form.ts'

const onOff = (isOn: boolean) => (isOn ? 'On' : 'Off')

/** A request's fields, as a conflict between two saves shows them. */
export const requestMergeFields = <Form extends RequestForm>(): MergeField<Form>[] => [
  plainField<Form, 'requestUrl'>('requestUrl', 'URL'),
  plainField<Form, 'requestMethod'>('requestMethod', 'Method'),
  {
    key: 'requestHeaders',
    label: 'Headers',
    read: ({ requestHeaders }) => headersOf(requestHeaders),
    text: ({ requestHeaders }) =>
      headersOf(requestHeaders)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n'),
    copy: ({ requestHeaders }, into) => ({ ...into, requestHeaders }),
  },
  {
    key: 'requestBody',
    label: 'Body',
    read: bodyOf,
    text: bodyOf,
    copy: ({ requestBody }, into) => ({ ...into, requestBody }),
  },
  {
    // A password belongs to its user name: they are kept or taken together.
    key: 'requestBasicAuth',
    label: 'Basic auth',
    read: (form) => [
      form.requestBasicAuthStatus,
      form.requestBasicAuthUsername,
      form.requestBasicAuthPassword,
      form.isPasswordStored,
    ],
    text: basicAuthText,
    copy: (from, into) => ({
      ...into,
      requestBasicAuthStatus: from.requestBasicAuthStatus,
      requestBasicAuthUsername: from.requestBasicAuthUsername,
      requestBasicAuthPassword: from.requestBasicAuthPassword,
      isPasswordStored: from.isPasswordStored,
    }),
  },
  plainField<Form, 'requestFollowRedirect'>('requestFollowRedirect', 'Follow redirects', onOff),
  plainField<Form, 'requestAllowInsecureCerts'>('requestAllowInsecureCerts', 'Allow insecure certificates', onOff),
]

const bodyOf = ({ requestMethod, requestBody }: RequestForm) => (sendsBody(requestMethod) ? requestBody : '')

const basicAuthText = (form: RequestForm): string => {
  if (form.requestBasicAuthStatus === 'DISABLED') return 'Off'
  const password =
    form.requestBasicAuthPassword === null
      ? form.isPasswordStored
        ? 'the saved password'
        : 'no password'
      : 'the password typed here'
  return `${form.requestBasicAuthUsername || 'No username'}, ${password}`
}
