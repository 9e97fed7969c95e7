import { createHash } from 'node:crypto'
import { AppError } from '@knockwire/domain/errors'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { RepeatableCall } from '../../repeatable-call.ts'

/** For calls that may be repeated without doing their work twice. Other headers pass. */
export const IdempotencyKey = z.looseObject({
  'idempotency-key': z
    .string()
    .max(255)
    .describe('Repeated within a day with the same body, the call gets the first response and does nothing more.')
    .optional(),
})

/** What identifies the call, where its caller named a key; the body is taken as its schema read it. */
export const repeatableCall = (request: FastifyRequest): RepeatableCall | undefined => {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new AppError('MALFORMED', 'Idempotency-Key has 1 to 255 visible ASCII characters and no spaces.')
  }
  const call = [request.method, request.url, request.body ?? null]
  return {
    key,
    holder: request.credential?.kind === 'token' ? request.credential.id : `user ${request.caller?.userId}`,
    fingerprint: createHash('sha256').update(JSON.stringify(call)).digest('hex'),
  }
}
