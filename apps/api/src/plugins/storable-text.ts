import { AppError } from '@knockwire/domain/errors'
import type { FastifyInstance } from 'fastify'

/** PostgreSQL keeps neither the character U+0000 nor, in JSON, half of a surrogate pair. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

/** With a list of what is left instead of calls of itself, so that no depth of nesting ends the stack. */
const holdsOnlyStorable = (value: unknown): boolean => {
  const left: unknown[] = [value]
  while (left.length > 0) {
    const one = left.pop()
    if (typeof one === 'string' && !isStorable(one)) return false
    if (typeof one !== 'object' || one === null) continue
    for (const [name, member] of Object.entries(one)) left.push(name, member)
  }
  return true
}

/** Refuses what no text column could take, before any feature sees it. */
export const refuseUnstorableText = (app: FastifyInstance) => {
  app.addHook('preValidation', async (request) => {
    if (holdsOnlyStorable(request.body) && holdsOnlyStorable(request.query)) return
    throw new AppError(
      'MALFORMED',
      'The request holds a character that cannot be kept: U+0000 or half of a surrogate pair.',
    )
  })
}
