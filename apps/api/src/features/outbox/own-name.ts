import { notFound } from '@knockwire/domain/errors'
import type { FastifyInstance } from 'fastify'
import type { ApiContext } from '../../context.ts'

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/**
 * Codes stand in the outbox and nobody signs in to read it. A foreign page can make its own name lead
 * to this machine, and then read what it finds there: asked by such a name, there is nothing.
 */
export const onlyByOwnName = (app: FastifyInstance, { settings }: ApiContext) => {
  const names = new Set([...loopbackNames, new URL(settings.publicOrigin).hostname])
  app.addHook('onRequest', async ({ host }) => {
    const { hostname } = URL.parse(`http://${host}`) ?? { hostname: '' }
    if (!names.has(hostname)) throw notFound('address')
  })
}
