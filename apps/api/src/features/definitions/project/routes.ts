import { ApplyInput, ApplyResult, longestApply, ProjectView } from '@knockwire/domain/definitions/apply'
import { ProjectName } from '@knockwire/domain/definitions/key'
import { DeleteProjectQuery, ProjectList } from '@knockwire/domain/definitions/project'
import { hasScope } from '@knockwire/domain/accounts/token-scopes'
import { AppError } from '@knockwire/domain/errors'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ApiContext } from '../../../context.ts'
import { invalidRequest } from '../../../plugins/error-handler.ts'
import { requireCaller } from '../../../plugins/route-config.ts'
import { apply } from './apply.ts'
import { planForReader } from './plan-for-reader.ts'
import { parsedResources, parseResources } from './parse-resources.ts'
import { deleteProject, getProject, listProjects } from './projects.ts'

const tags = ['Projects']
const params = z.object({ project: ProjectName })

/** A thousand tasks with five notifications each have some 200,000. */
const mostValues = 500_000

/** The resources are read one by one, so that the problems of one are reported together with those of the others. */
const Envelope = ApplyInput.extend({ resources: z.array(z.unknown()) })

/** A plan writes nothing. */
const isPlan = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'mode' in body && body.mode === 'plan'

/** Throws where the call stores secrets and its token may not. */
const boundsOf = ({ credential }: FastifyRequest, storesSecrets: boolean) => {
  if (credential?.kind !== 'token' || credential.scopes === null) return {}
  if (storesSecrets && !hasScope(credential.scopes, 'secrets:write'))
    throw new AppError('FORBIDDEN', 'This API token lacks the scope secrets:write.')
  return { isBound: credential.project !== null }
}

export const projectRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/apply',
      {
        config: { mostValues, isReading: isPlan },
        bodyLimit: longestApply,
        attachValidation: true,
        schema: {
          tags,
          summary: 'Plan or apply a file of tasks and receivers',
          body: ApplyInput,
          response: { 200: ApplyResult, 422: ApplyResult },
        },
      },
      async (request, reply) => {
        const caller = requireCaller(request)
        const rejection = invalidRequest(request.validationError, request)
        const envelope = rejection === null ? null : Envelope.safeParse(request.body)
        if (rejection && !envelope?.success) throw rejection
        const { secrets } = envelope?.data ?? request.body
        const bounds = boundsOf(request, Object.keys(secrets).length > 0)
        const [input, parsed] = envelope?.success
          ? [envelope.data, parseResources(envelope.data.resources)]
          : [request.body, parsedResources(request.body.resources)]
        const applied = await apply(context, caller, input, parsed, bounds)
        const result = caller.isReadOnly === true ? planForReader(applied, parsed) : applied
        return reply.code(result.problems.length === 0 ? 200 : 422).send(result)
      },
    )
    app.get(
      '/projects',
      { schema: { tags, summary: 'List the projects', response: { 200: ProjectList } } },
      async (request) => ({ results: await listProjects(context, requireCaller(request)) }),
    )
    app.get(
      '/projects/:project',
      {
        schema: {
          tags,
          summary: 'Get a project and what of it was edited by hand',
          params,
          response: { 200: ProjectView },
        },
      },
      (request) => getProject(context, requireCaller(request), request.params),
    )
    app.delete(
      '/projects/:project',
      {
        schema: {
          tags,
          summary: 'Delete a project, and let go of what it manages or delete that as well',
          params,
          querystring: DeleteProjectQuery,
          response: { 204: z.undefined() },
        },
      },
      async (request, reply) => {
        await deleteProject(context, requireCaller(request), { ...request.params, ...request.query })
        return reply.code(204).send()
      },
    )
  }
