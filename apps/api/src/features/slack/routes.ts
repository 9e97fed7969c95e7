import { SlackChannelList } from '@knockwire/domain/channels/slack/slack-setting'
import { AppError } from '@knockwire/domain/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ApiContext } from '../../context.ts'
import { html } from '../../pages/html.ts'
import { page, sendOwnPage } from '../../pages/page.ts'
import type { Settings } from '../../settings.ts'
import { requireCaller, signedOut } from '../../plugins/route-config.ts'
import { statusOf } from '../../plugins/error-handler.ts'
import { sessionCookieName } from '../../access/session-cookie.ts'
import { authorizeSlack, callbackPaths } from './authorize.ts'
import { listChannels } from './channels.ts'
import { completeSlack } from './complete.ts'
import { createInstaller, type SlackInstaller } from './installer.ts'

const rejectionPage = ({ code, message }: AppError) =>
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
const showRejections = (app: FastifyInstance, { instance }: Settings) => {
  app.setErrorHandler((error, request, reply) => {
    const wantsPage = (request.headers.accept ?? '').includes('text/html')
    if (!wantsPage || !(error instanceof AppError)) throw error
    return sendOwnPage(reply.code(statusOf[error.code]), rejectionPage(error), instance)
  })
}

const tags = ['Slack']
const prefix = '/api/v1'
const response = { 303: z.undefined().describe('The address to go to') }

export const slackRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/integrations/slack/channels',
      { schema: { tags, summary: 'List your Slack channels', response: { 200: SlackChannelList } } },
      (request) => listChannels(context, requireCaller(request)),
    )
    await app.register(roundTripRoutes(context))
  }

/** A browser goes through these, and shows what they answer. */
const roundTripRoutes =
  (context: ApiContext) =>
  async (app: FastifyInstance): Promise<void> => {
    const { settings, log } = context
    const installer = settings.slack === null ? null : await createInstaller(settings.slack, log)
    const sessionIdOf = (request: FastifyRequest) => {
      const sessionId = request.cookies[sessionCookieName(settings)]
      if (sessionId === undefined) throw signedOut()
      return sessionId
    }
    showRejections(app, settings)
    leaveRoute(app, context, installer, sessionIdOf)
    for (const path of Object.values(callbackPaths)) returnRoute(app, context, installer, sessionIdOf, path)
  }

type SessionIdOf = (request: FastifyRequest) => string

const leaveQuery = z.strictObject({ state: z.string() })

const leaveRoute = (
  app: FastifyInstance,
  context: ApiContext,
  installer: SlackInstaller | null,
  sessionIdOf: SessionIdOf,
) =>
  app.get<{ Querystring: z.infer<typeof leaveQuery> }>(
    '/integrations/slack/authorize',
    {
      config: { needs: 'session', role: 'EDITOR' },
      schema: {
        tags,
        summary: 'Go from a Slack dialog to Slack’s page, where a channel is chosen',
        querystring: leaveQuery,
        response,
      },
    },
    async (request, reply) => {
      rejectForeignStart(request)
      const { state } = request.query
      const leave = { state, sessionId: sessionIdOf(request) }
      return reply.redirect(await authorizeSlack(context, installer, requireCaller(request), leave), 303)
    },
  )

/** Another site's link must not open a dialog of its own writing here. */
const rejectForeignStart = ({ headers }: FastifyRequest) => {
  const site = headers['sec-fetch-site']
  if (site === undefined || site === 'same-origin' || site === 'none') return
  throw new AppError('FOREIGN_ORIGIN', 'This request did not come from a page of this site.')
}

const returnQuery = z.object({
  state: z.string().default(''),
  error: z.string().optional(),
  code: z.string().optional(),
})

const returnRoute = (
  app: FastifyInstance,
  context: ApiContext,
  installer: SlackInstaller | null,
  sessionIdOf: SessionIdOf,
  path: string,
) =>
  app.get<{ Querystring: z.infer<typeof returnQuery> }>(
    path.slice(prefix.length),
    {
      config: { needs: 'session', role: 'EDITOR' },
      schema: { tags, summary: 'Return from Slack’s page to the dialog', querystring: returnQuery, response },
    },
    async (request, reply) => {
      const { slack } = context.settings
      if (installer === null || slack === null) {
        throw new AppError('NOT_SET_UP', 'Slack is not configured on this server.')
      }
      const { state, error } = request.query
      const sessionId = sessionIdOf(request)
      const came = { slack, installer, caller: requireCaller(request), sessionId, path, state, error }
      const target = await completeSlack(context, { ...came, request: request.raw, response: reply.raw })
      return reply.redirect(target, 303)
    },
  )
