import { z } from 'zod'
import { HeaderList, HeaderListInput } from '../headers/header-list.ts'
import { requestLimits, requestMethods } from './request-rules.ts'
import { withScheme } from './with-scheme.ts'

export const RequestMethod = z.enum(requestMethods)
export type RequestMethod = z.infer<typeof RequestMethod>

const basicAuth = {
  status: z.enum(['ENABLED', 'DISABLED']),
  username: z.string().max(256),
}

const target = {
  uri: z.string().max(requestLimits.uriLength),
  method: RequestMethod,
  headers: HeaderList,
  body: z.string().max(requestLimits.bodyLength).nullable(),
  followRedirect: z.boolean(),
  allowInsecureCerts: z.boolean(),
}

/** Also of a draft: each header costs time whenever it is saved or shown. */
const writtenHeaders = HeaderListInput.refine(
  (headers) => headers.length <= requestLimits.headerCount,
  `A request has at most ${requestLimits.headerCount} headers.`,
)

export const BasicAuthInput = z.strictObject({
  status: basicAuth.status,
  username: basicAuth.username.default(''),
  password: z.string().max(1024).optional(),
})

/** A request to be made, as written: only its `uri` has to be given. `password` absent: the stored one is kept. */
export const RequestTargetInput = z.strictObject({
  uri: target.uri.overwrite(withScheme),
  method: target.method.default('GET'),
  headers: writtenHeaders.default([]),
  body: target.body.default(null),
  followRedirect: target.followRedirect.default(true),
  allowInsecureCerts: target.allowInsecureCerts.default(false),
  basicAuth: BasicAuthInput.default({ status: 'DISABLED', username: '' }),
})
export type RequestTargetInput = z.infer<typeof RequestTargetInput>

/** The same as read: a stored password is never sent back. */
export const RequestTargetView = z.object({
  ...target,
  basicAuth: z.object({ ...basicAuth, passwordSet: z.boolean() }),
})
export type RequestTargetView = z.infer<typeof RequestTargetView>

/** As curl reads it: a request that has a body and names no method is a POST. A GET would be sent without its body. */
export const withImpliedMethod = (written: unknown): unknown => {
  if (typeof written !== 'object' || written === null || 'method' in written) return written
  return 'body' in written && typeof written.body === 'string' && written.body !== ''
    ? { ...written, method: 'POST' }
    : written
}

export const RequestInput = z.strictObject({ target: z.preprocess(withImpliedMethod, RequestTargetInput) })
export const RequestView = z.object({ target: RequestTargetView })
