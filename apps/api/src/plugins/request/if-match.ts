import { AppError } from '@knockwire/domain/errors'
import { z } from 'zod'

/** For routes that change something: the version that was seen may come as a header. Other headers pass. */
export const IfMatch = z.looseObject({ 'if-match': z.string().max(100).optional() })
export type IfMatch = z.infer<typeof IfMatch>

/** The version that a call says it started from, in its body or else in `If-Match`; undefined where it says none, or `*`. */
export const versionSent = (
  headers: { 'if-match'?: string | undefined },
  body: { version?: number | undefined } = {},
): number | undefined => {
  const header = headers['if-match']?.trim()
  if (body.version !== undefined || header === undefined || header === '*') return body.version
  const [, digits] = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header) ?? []
  if (digits === undefined) throw new AppError('MALFORMED', 'If-Match has the version that was read, such as "7".')
  return Number(digits)
}
