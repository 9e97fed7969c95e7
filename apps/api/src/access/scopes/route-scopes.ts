import type { TokenScope } from '@knockwire/domain/accounts/token-scopes'

/**
 * The calls of each scope, below /api/v1. A call that stands nowhere here is made by no token that is narrowed down: a new
 * route has to be added on purpose.
 */
const callsOf: Readonly<Record<TokenScope, readonly string[]>> = {
  'tasks:read': [
    'GET /tasks',
    'GET /tasks/definitions',
    'GET /tasks/drafts',
    'GET /tasks/:taskId',
    'GET /tasks/by-key/:key',
    'GET /tasks/:taskId/charts',
    'GET /tasks/:taskId/executions',
    'GET /tasks/:taskId/executions/export',
    'GET /tasks/:taskId/executions/follow',
    'GET /tasks/:taskId/executions/:executionId',
    'GET /tasks/:taskId/definition',
    'GET /tasks/:taskId/news',
    'GET /tasks/:taskId/planned-runs',
    'GET /tasks/:taskId/health',
    'GET /tasks/:taskId/series',
    'GET /notifications',
    'GET /integrations/slack/channels',
  ],
  'tasks:write': [
    'POST /tasks',
    'PUT /tasks/by-key/:key',
    'DELETE /tasks/by-key/:key',
    'POST /tasks/activate',
    'POST /tasks/delete',
    'POST /tasks/empty',
    'POST /tasks/:taskId',
    'PATCH /tasks/:taskId',
    'DELETE /tasks/:taskId',
    'POST /tasks/:taskId/duplicate',
    'POST /tasks/:taskId/lifecycle/activate',
    'POST /tasks/:taskId/lifecycle/deactivate',
    'POST /tasks/:taskId/lifecycle/test',
    'POST /tasks/:taskId/charts',
    'POST /tasks/:taskId/charts/:chartId',
    'PATCH /tasks/:taskId/charts/:chartId',
    'DELETE /tasks/:taskId/charts/:chartId',
    'POST /notifications',
    'POST /notifications/:id',
    'PATCH /notifications/:id',
    'DELETE /notifications/:id',
    'POST /notifications/:id/copies',
    'POST /notifications/:id/mute',
    'POST /notifications/:id/unmute',
    'POST /notifications/preview',
    'POST /notifications/preview-execution',
    'POST /notifications/test',
  ],
  'receivers:read': [
    'GET /receivers',
    'GET /receivers/definitions',
    'GET /receivers/drafts',
    'GET /receivers/:receiverId',
    'GET /receivers/by-key/:key',
    'GET /receivers/:receiverId/executions',
    'GET /receivers/:receiverId/executions/export',
    'GET /receivers/:receiverId/executions/follow',
    'GET /receivers/:receiverId/executions/:executionId',
    'GET /receivers/:receiverId/definition',
    'GET /receivers/:receiverId/heartbeat/changes',
    'GET /receivers/:receiverId/heartbeat/history',
    'GET /receivers/:receiverId/heartbeat/rhythm',
    'GET /receivers/:receiverId/news',
    'GET /receivers/:receiverId/rejected',
    'GET /receiver-notifications',
  ],
  'receivers:write': [
    'POST /receivers',
    'PUT /receivers/by-key/:key',
    'DELETE /receivers/by-key/:key',
    'POST /receivers/delete',
    'POST /receivers/:receiverId',
    'PATCH /receivers/:receiverId',
    'DELETE /receivers/:receiverId',
    'POST /receivers/:receiverId/duplicate',
    'POST /receivers/:receiverId/lifecycle/activate',
    'POST /receivers/:receiverId/lifecycle/deactivate',
    'DELETE /receivers/:receiverId/executions',
    'DELETE /receivers/:receiverId/executions/:executionId',
    'POST /receivers/:receiverId/executions/:executionId/forwards',
    'POST /receivers/:receiverId/executions/:executionId/replay',
    'POST /receiver-notifications',
    'POST /receiver-notifications/:id',
    'PATCH /receiver-notifications/:id',
    'DELETE /receiver-notifications/:id',
    'POST /receiver-notifications/:id/mute',
    'POST /receiver-notifications/:id/unmute',
    'POST /receiver-notifications/preview',
    'POST /receiver-notifications/test',
  ],
  'requests:reveal': [
    'POST /tasks/:taskId/executions/:executionId/reveal-headers',
    'POST /receivers/:receiverId/executions/:executionId/reveal-headers',
  ],
  'secrets:write': ['GET /secrets', 'PUT /secrets/:name', 'DELETE /secrets/:name'],
  apply: ['POST /apply', 'GET /projects', 'GET /projects/:project', 'DELETE /projects/:project'],
}

const everythingRead = ['tasks:read', 'receivers:read'] as const satisfies TokenScope[]

/** Calls that read what belongs to several scopes, which suffice together. `POST /apply` is one of them where it plans. */
const callsOfSeveral: ReadonlyMap<string, readonly TokenScope[]> = new Map([
  ['GET /overview', everythingRead],
  ['POST /apply', everythingRead],
])

/** What every token does, whatever it is narrowed down to: a program shows with it whose token it has. */
const callsOfAll = new Set(['GET /accounts/me'])

const scopeByCall = new Map(
  Object.entries(callsOf).flatMap(([scope, calls]) => calls.map((call) => [call, scope as TokenScope] as const)),
)

const callOf = (method: string, url: string | undefined): string =>
  `${method === 'HEAD' ? 'GET' : method} ${url?.replace('/api/v1', '') ?? ''}`

/** The scopes that suffice together where a call of the route changes nothing; none where there are none of the kind. */
export const scopesOfReading = (method: string, url: string | undefined): readonly TokenScope[] =>
  callsOfSeveral.get(callOf(method, url)) ?? []

/** The scope that a route needs, by its method and its pattern; `none` where every token suffices, null where no scope does. */
export const scopeOfRoute = (method: string, url: string | undefined): TokenScope | 'none' | null => {
  const call = callOf(method, url)
  return callsOfAll.has(call) ? 'none' : (scopeByCall.get(call) ?? null)
}
