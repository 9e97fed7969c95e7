import { hasScope, type TokenScope } from '@knockwire/domain/accounts/token-scopes'
import { AppError } from '@knockwire/domain/errors'
import type { FastifyRequest } from 'fastify'
import type { Credential, Found } from '../../plugins/route-config.ts'
import { scopesOfReading, scopeOfRoute } from './route-scopes.ts'

type Token = Extract<Credential, { kind: 'token' }>

const neededBy = ({ method, routeOptions }: FastifyRequest) => scopeOfRoute(method, routeOptions.url)

const outOfScope = ({ method, routeOptions }: FastifyRequest, needed: TokenScope | null) => {
  const several = scopesOfReading(method, routeOptions.url)
  const lacks = needed ?? (several.length > 0 ? `${several.join(' or ')}, and this call needs both` : null)
  return new AppError(
    'FORBIDDEN',
    lacks === null
      ? 'This API token is narrowed down to scopes, and none of them includes this call.'
      : `This API token lacks the scope ${lacks}.`,
  )
}

const otherProject = (project: string) =>
  new AppError('FORBIDDEN', `This API token is bound to the project "${project}".`)

const namedIn = (part: unknown): unknown =>
  typeof part === 'object' && part !== null && 'project' in part ? part.project : undefined

/** A list of all projects, too, is more than its own. Before a body was read, what it names is not known yet. */
const throwIfOtherProject = ({ params, body, method }: FastifyRequest, project: string) => {
  if (method === 'POST' && body === undefined) return
  if ((namedIn(params) ?? namedIn(body)) !== project) throw otherProject(project)
}

/** Before a body was read, whether the call changes anything is not known yet. */
const mayRead = ({ method, body, routeOptions: { url, config } }: FastifyRequest, scopes: readonly TokenScope[]) => {
  const needed = scopesOfReading(method, url)
  const changesNothing =
    method === 'GET' || method === 'HEAD' || body === undefined || config.isReading?.(body) === true
  return needed.length > 0 && changesNothing && needed.every((scope) => hasScope(scopes, scope))
}

/** Throws FORBIDDEN where a token that is narrowed down may not make the call. */
export const throwIfOutOfScope = (request: FastifyRequest, { scopes, project }: Token): void => {
  const needed = neededBy(request)
  if (scopes === null || needed === 'none' || mayRead(request, scopes)) return
  if (needed === null || !hasScope(scopes, needed)) throw outOfScope(request, needed)
  if (project !== null && needed === 'apply') throwIfOtherProject(request, project)
}

const writingScopes: Partial<Record<TokenScope, TokenScope>> = {
  'tasks:read': 'tasks:write',
  'receivers:read': 'receivers:write',
}

/** Of a history that is followed: what `reveal-headers` does for one request, for all that come. */
const asksForSecrets = ({ query, routeOptions }: FastifyRequest) =>
  routeOptions.url?.endsWith('/executions/follow') === true &&
  typeof query === 'object' &&
  query !== null &&
  'reveal' in query

/** Whether what the call reads is shown without secrets: only who may write a thing needs them, to send it back as it is. */
export const isReadOnlyFor = (request: FastifyRequest, { caller, credential }: Found): boolean => {
  if (credential.kind !== 'token' || credential.scopes === null) return caller.isReadOnly ?? false
  const needed = neededBy(request)
  if (caller.role === 'VIEWER' || needed === null || needed === 'none') return true
  if (asksForSecrets(request)) return !hasScope(credential.scopes, 'requests:reveal')
  return !hasScope(credential.scopes, writingScopes[needed] ?? needed)
}
