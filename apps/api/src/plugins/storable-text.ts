import { AppError } from '@knockwire/domain/errors'
import type { FastifyInstance } from 'fastify'

/** PostgreSQL keeps neither the character U+0000 nor, in JSON, half of a surrogate pair. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

const holdsOnlyStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, member]) => isStorable(name) && holdsOnlyStorable(member))
}

/** Refuses what no text column could take, before any feature sees it. */
export const refuseUnstorableText = (app: FastifyInstance) => {
  app.addHook('preValidation', async (request) => {
    if (holdsOnlyStorable(request.body) && holdsOnlyStorable(request.query)) return
    throw new AppError('MALFORMED', 'The request holds a character that cannot be kept: U+0000 or half of a surrogate pair.')
  })
}
