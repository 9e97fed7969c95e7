import cookie from '@fastify/cookie'
import { configureZodErrors } from '@knockwire/domain/schema-errors/zod-errors'
import { issueMessage } from '@knockwire/domain/schema-errors/zod-issues'
import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import type { ApiContext } from './context.ts'
import { createServer } from './server/create-server.ts'
import { accountDataRoutes } from './features/account-data/routes.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { operatorRoutes } from './features/operator/routes.ts'
import { oidcRoutes } from './features/auth/oidc/routes.ts'
import { resetRoutes } from './features/auth/reset/routes.ts'
import { authRoutes } from './features/auth/routes.ts'
import { sessionCookieName } from './access/session-cookie.ts'
import { billingRoutes } from './features/billing/routes.ts'
import { clientErrorRoutes } from './features/client-errors/routes.ts'
import { chartRoutes } from './features/charts/routes.ts'
import { codeRoutes } from './features/code/routes.ts'
import { seriesRoutes } from './features/series/routes.ts'
import { definitionRoutes } from './features/definitions/routes.ts'
import { executionRoutes } from './features/executions/routes.ts'
import { Followers } from './features/history/follow/followers.ts'
import { measureFollowers } from './features/history/follow/measure-followers.ts'
import { instanceRoutes } from './features/instance/routes.ts'
import { memberRoutes } from './features/members/routes.ts'
import { mcpRoutes } from './features/mcp/routes.ts'
import { healthRoutes } from './features/health/routes.ts'
import { notificationRoutes } from './features/notifications/routes.ts'
import { signingSecretRoutes } from './features/notifications/signing-secret/routes.ts'
import { outboxRoutes } from './features/outbox/routes.ts'
import { overviewRoutes } from './features/overview/routes.ts'
import { passkeyRoutes } from './features/passkeys/routes.ts'
import { createRateCache, type RateCache, sourcesCheck } from './features/rates/rate-cache.ts'
import { rateRoutes } from './features/rates/routes.ts'
import { deliveryRoutes } from './features/deliveries/routes.ts'
import { receiverRoutes } from './features/receivers/routes.ts'
import { securityRoutes } from './features/security/routes.ts'
import { secretRoutes } from './features/secrets/routes.ts'
import { siteRoutes } from './features/site/routes.ts'
import { withoutSiteRoutes } from './features/site/without-site-routes.ts'
import { readSite, type Site } from './features/site/site-pages.ts'
import { slackRoutes } from './features/slack/routes.ts'
import { taskRoutes } from './features/tasks/routes.ts'
import { tokenRoutes } from './features/tokens/routes.ts'
import { twilioRoutes } from './features/twilio/routes.ts'
import { unsubscribeRoutes } from './features/unsubscribe/routes.ts'
import { newsRoutes } from './features/news/routes.ts'
import { pageSender, type SendPage } from './features/web/send-page.ts'
import { webRoutes } from './features/web/routes.ts'
import { notFoundHandler } from './features/web/unknown-address.ts'
import { pageFileRoutes } from './pages/routes.ts'
import { nameRequest } from './plugins/observe/log-ids.ts'
import { noteMethods } from './plugins/request/allowed-methods.ts'
import { repeatCalls, withRepeatableCalls } from './plugins/request/idempotency-key.ts'
import { limitBodies } from './plugins/request/body-limits.ts'
import { compressAnswers } from './plugins/response/compression.ts'
import { closeConnectionsWhenDraining } from './plugins/response/drain.ts'
import { installErrorHandler } from './plugins/error-handler.ts'
import { rejectFaultyFraming } from './plugins/request/framing-check.ts'
import { checkHost } from './plugins/origin/host-check.ts'
import { measureRequests } from './plugins/observe/metrics.ts'
import { nameBuild } from './plugins/response/name-build.ts'
import { describeApi, serveApiDescription } from './plugins/openapi/openapi.ts'
import { csrfProtection } from './plugins/origin/own-origin.ts'
import { rejectLongAddresses } from './plugins/request/readable-address.ts'
import { dropReadOnlyFields } from './plugins/request/read-only-fields.ts'
import { acceptJsonOnly, rejectUnreadableValues, rejectUnexpectedBody } from './plugins/request/request-body.ts'
import { limitCallers, limitNetworks } from './plugins/request/request-limit.ts'
import { maskForReaders } from './plugins/response/mask-for-readers.ts'
import { noStore, setSecurityHeaders } from './plugins/response/security-headers.ts'
import { sessionPlugin } from './plugins/session.ts'
import { traceRequests } from './plugins/observe/trace-requests.ts'
import { measureSizes } from './plugins/observe/size-metrics.ts'
import { countSignIns } from './plugins/observe/sign-in-metrics.ts'
import { measureWork } from './plugins/observe/work-metrics.ts'
import { reportUnexpected } from './plugins/observe/report-error.ts'

interface ApiParts {
  registry: Registry
  rates: RateCache
}

/** The API itself, below `/api/v1`. */
export const apiRoutes =
  (given: ApiContext, { registry, rates }: ApiParts) =>
  async (app: FastifyInstance) => {
    const context = withRepeatableCalls(given)
    const follow = { context, followers: new Followers(context) }
    app.addHook('preClose', async () => follow.followers.stop())
    measureFollowers(registry, follow.followers)
    limitBodies(app)
    noStore(app)
    nameRequest(app)
    nameBuild(app, context.settings)
    csrfProtection(app, context)
    await app.register(sessionPlugin(context))
    maskForReaders(app)
    limitCallers(app, context)
    rejectUnreadableValues(app)
    rejectUnexpectedBody(app)
    dropReadOnlyFields(app)
    repeatCalls(app, given)
    await app.register(instanceRoutes(context))
    await app.register(authRoutes(context))
    await app.register(resetRoutes(context))
    await app.register(oidcRoutes(context))
    await app.register(accountRoutes(context))
    await app.register(accountDataRoutes(context))
    await app.register(securityRoutes(context))
    await app.register(passkeyRoutes(context))
    await app.register(tokenRoutes(context))
    await app.register(memberRoutes(context))
    await app.register(auditRoutes(context))
    await app.register(operatorRoutes(context))
    if (context.settings.limits === null) await app.register(billingRoutes(context))
    await app.register(overviewRoutes(context))
    await app.register(taskRoutes(context))
    await app.register(executionRoutes(follow))
    await app.register(chartRoutes(context))
    await app.register(seriesRoutes(context))
    await app.register(receiverRoutes(follow))
    await app.register(newsRoutes(context))
    await app.register(notificationRoutes(context))
    await app.register(signingSecretRoutes(context))
    await app.register(deliveryRoutes(context))
    await app.register(definitionRoutes(context))
    await app.register(secretRoutes(context))
    await app.register(slackRoutes(context))
    await app.register(twilioRoutes(context))
    if (context.settings.instance.hasRates) await app.register(rateRoutes(context, rates))
    await app.register(clientErrorRoutes(context, registry))
  }

const pageRoutes = (context: ApiContext, site: Site, sendPage: SendPage) => async (app: FastifyInstance) => {
  await app.register(context.settings.instance.hasSite ? siteRoutes(context, site) : withoutSiteRoutes)
  await app.register(pageFileRoutes(context.settings))
  await app.register(unsubscribeRoutes(context))
  await app.register(webRoutes(context, sendPage))
  if (context.settings.isEmbedded) await app.register(outboxRoutes(context))
}

/** The whole HTTP side, listed; `main.ts` listens. */
export const buildApp = async (context: ApiContext, registry = new Registry()): Promise<FastifyInstance> => {
  const app = createServer(context)
  const site = readSite(context.settings)
  const rates = createRateCache(context)
  const sendPage = pageSender(context.settings, sourcesCheck(context, rates))
  configureZodErrors(issueMessage)
  acceptJsonOnly(app)
  installErrorHandler(app, (error, route) =>
    context.background.run('error recorded', () => reportUnexpected(context, error, route)),
  )
  await setSecurityHeaders(app, context.settings)
  checkHost(app, context.settings)
  rejectFaultyFraming(app)
  rejectLongAddresses(app)
  limitNetworks(app, context)
  notFoundHandler(app, context, { methods: noteMethods(app, '/api/'), site, sendPage })
  closeConnectionsWhenDraining(app)
  await compressAnswers(app)
  await app.register(cookie)
  await describeApi(app, { cookieName: sessionCookieName(context.settings), origin: context.settings.publicOrigin })
  measureRequests(app, registry, 'api')
  countSignIns(app, registry)
  if (context.tracing) traceRequests(app, context.tracing, context.settings)
  measureWork(registry, context)
  measureSizes(registry, context)
  await app.register(healthRoutes(context))
  await app.register(apiRoutes(context, { registry, rates }), { prefix: '/api/v1' })
  await serveApiDescription(app)
  await app.register(codeRoutes(context))
  await app.register(mcpRoutes(context, site))
  await app.register(pageRoutes(context, site, sendPage))
  return app
}
