import { AppError } from '@knockwire/domain/errors'
import type { FastifyInstance } from 'fastify'
import { html } from '../../pages/html.ts'
import { page } from '../../pages/page.ts'
import { statusOf } from '../../plugins/error-handler.ts'

const refusalPage = ({ code, message }: AppError) =>
  page({
    title: 'Slack',
    body: html`<h1>Slack was not connected</h1>
      <p>${message}</p>
      <p>
        ${
          code === 'SIGNED_OUT'
            ? html`<a href="/signin?returnUrl=%2Fdashboard">Sign in</a>`
            : html`<a href="/dashboard">Go to your tasks</a>`
        }
      </p>`,
  })

/** A person who is refused on the way to Slack or back reads a page; a program gets the usual error. */
export const showRefusals = (app: FastifyInstance) => {
  app.setErrorHandler((error, request, reply) => {
    const wantsPage = (request.headers.accept ?? '').includes('text/html')
    if (!wantsPage || !(error instanceof AppError)) throw error
    return reply.code(statusOf[error.code]).type('text/html; charset=utf-8').send(refusalPage(error))
  })
}
