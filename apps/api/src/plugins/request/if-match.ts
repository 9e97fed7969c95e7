import { AppError } from '@knockwire/domain/errors'
import { z } from 'zod'

/** For routes that change something: the version that was seen may come as a header. Other headers pass. */
export const IfMatch = z.looseObject({ 'if-match': z.string().max(100).optional() })
export type IfMatch = z.infer<typeof IfMatch>

/** For routes that give or take whole objects, which their `ETag` names. */
export const EntityTags = z.looseObject({
  'if-match': z.string().max(100).describe('Saves only over what has this ETag (412).').optional(),
  'if-none-match': z.string().max(100).describe('`*`: creates only (412).').optional(),
})

/** What a call says of the object that it saves over. */
export const preconditionOf = (headers: z.infer<typeof EntityTags>): { match?: string; isNew?: boolean } => {
  const [match, none] = [headers['if-match']?.trim(), headers['if-none-match']?.trim()]
  if (none !== undefined && none !== '*') throw new AppError('MALFORMED', 'If-None-Match can only be *.')
  return { ...(match !== undefined && { match: match.replace(/^W\//, '') }), ...(none === '*' && { isNew: true }) }
}

/** Of the ETag of a whole task or receiver: what it says of all that belongs to it; undefined where a version alone was sent. */
export const digestSent = (headers: { 'if-match'?: string | undefined }): string | undefined =>
  /^(?:W\/)?"\d{1,9}-([\w-]{12})"$/.exec(headers['if-match']?.trim() ?? '')?.[1]

/** The version that a call says it started from, in its body or else in `If-Match`; undefined where it says none, or `*`. */
export const versionSent = (
  headers: { 'if-match'?: string | undefined },
  body: { version?: number | undefined } = {},
): number | undefined => {
  const header = headers['if-match']?.trim()
  if (body.version !== undefined || header === undefined || header === '*') return body.version
  const [, digits] = /^(?:W\/)?"?(\d{1,9})(?:-[\w-]{12})?"?$/.exec(header) ?? []
  if (digits === undefined) throw new AppError('MALFORMED', 'If-Match has the version that was read, such as "7".')
  return Number(digits)
}
