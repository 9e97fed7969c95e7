import type { RequestMethod, RequestTargetInput, RequestTargetView } from '@knockwire/domain/requests/request-target'
import { sendsBody } from '@knockwire/domain/requests/request-rules'
import type { CurlRequest } from '@knockwire/domain/requests/curl/parse-curl'
import { headerRowsOf, headersOf, type HeaderRow } from './header-rows.ts'

/** A request as it is being edited [RE-15]; error keys have the names of the fields. */
export interface RequestForm {
  requestUrl: string
  requestMethod: RequestMethod
  requestHeaders: HeaderRow[]
  requestBody: string
  requestBasicAuthStatus: 'ENABLED' | 'DISABLED'
  requestBasicAuthUsername: string
  /** null: not edited; a stored password stays. */
  requestBasicAuthPassword: string | null
  /** Whether the server keeps a password, which it never sends back. */
  isPasswordStored: boolean
  requestFollowRedirect: boolean
  requestAllowInsecureCerts: boolean
}

export const requestFormOf = (target: RequestTargetView): RequestForm => ({
  requestUrl: target.uri,
  requestMethod: target.method,
  requestHeaders: headerRowsOf(target.headers),
  requestBody: target.body ?? '',
  requestBasicAuthStatus: target.basicAuth.status,
  requestBasicAuthUsername: target.basicAuth.username,
  requestBasicAuthPassword: null,
  isPasswordStored: target.basicAuth.passwordSet,
  requestFollowRedirect: target.followRedirect,
  requestAllowInsecureCerts: target.allowInsecureCerts,
})

export function toRequestTarget(form: RequestForm): RequestTargetInput {
  return {
    uri: form.requestUrl.trim(),
    method: form.requestMethod,
    headers: headersOf(form.requestHeaders),
    body: sendsBody(form.requestMethod) && form.requestBody !== '' ? form.requestBody : null,
    basicAuth: {
      status: form.requestBasicAuthStatus,
      username: form.requestBasicAuthUsername,
      ...(form.requestBasicAuthPassword === null ? {} : { password: form.requestBasicAuthPassword }),
    },
    followRedirect: form.requestFollowRedirect,
    allowInsecureCerts: form.requestAllowInsecureCerts,
  }
}

/** A request as it was read, to be sent back unchanged: without a password the stored one stays. */
export const unchangedRequestTarget = (target: RequestTargetView): RequestTargetInput =>
  toRequestTarget(requestFormOf(target))

/** The password as typed; when it is emptied, a stored one stays. */
export const withPassword = (form: RequestForm, typed: string): RequestForm => ({
  ...form,
  requestBasicAuthPassword: typed === '' && form.isPasswordStored ? null : typed,
})

/** What a curl command says of a request. */
export type OfCurl = Omit<RequestForm, 'isPasswordStored'>

/** What a pasted command fills in; options that it does not set take curl's defaults. */
export const ofCurl = (curl: CurlRequest): OfCurl => ({
  requestUrl: curl.uri,
  requestMethod: curl.method,
  requestHeaders: headerRowsOf(curl.headers),
  requestBody: curl.body ?? '',
  requestBasicAuthStatus: curl.basicAuth === null ? 'DISABLED' : 'ENABLED',
  requestBasicAuthUsername: curl.basicAuth?.username ?? '',
  requestBasicAuthPassword: curl.basicAuth === null ? null : curl.basicAuth.password,
  requestFollowRedirect: curl.followRedirect,
  requestAllowInsecureCerts: curl.allowInsecureCerts,
})

/** The same fields as they stand. */
export const beforeCurl = (form: RequestForm): OfCurl => ({
  requestUrl: form.requestUrl,
  requestMethod: form.requestMethod,
  requestHeaders: form.requestHeaders,
  requestBody: form.requestBody,
  requestBasicAuthStatus: form.requestBasicAuthStatus,
  requestBasicAuthUsername: form.requestBasicAuthUsername,
  requestBasicAuthPassword: form.requestBasicAuthPassword,
  requestFollowRedirect: form.requestFollowRedirect,
  requestAllowInsecureCerts: form.requestAllowInsecureCerts,
})
