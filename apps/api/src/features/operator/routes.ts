import { AuditPage, AuditQuery } from '@knockwire/domain/audit/audit-event'
import { Id } from '@knockwire/domain/id'
import {
  InstanceStateInput,
  InstanceStateView,
  OperatorAccountPage,
  OperatorListQuery,
  OperatorOverview,
  OperatorUserPage,
  ReportedErrorList,
  SetPlanInput,
  SuspendInput,
} from '@knockwire/domain/operator/operator'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ApiContext } from '../../context.ts'
import { type FieldKeyOf, requireCaller } from '../../plugins/route-config.ts'
import { openBillingOf } from '../billing/open-billing.ts'
import { setPlan } from '../billing/set-plan.ts'
import { deleteAccount, listAccounts, resumeAccount, suspendAccount } from './accounts.ts'
import { operatorOf } from './audit-operator.ts'
import { clearErrors, listErrors } from './errors.ts'
import { listOperatorEvents } from '../audit/read-events.ts'
import { readOverview } from './overview.ts'
import { setInstanceState } from './state.ts'
import { endSessions, listUsers, resendCode, sendReset } from './users.ts'

const tags = ['Operator']
const fieldKeyOf: FieldKeyOf = ([field]) => field
const config = { needs: 'confirmed-session', role: 'VIEWER', operator: true, fieldKeyOf } as const
const noContent = { 204: z.undefined() }

/** For those who run this server: the addresses of OPERATORS. */
export const operatorRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(accountRoutes(context))
    await app.register(userRoutes(context))

    app.get(
      '/operator/overview',
      { config, schema: { tags, summary: 'Get the state of this server', response: { 200: OperatorOverview } } },
      () => readOverview(context),
    )
    app.post(
      '/operator/state',
      {
        config,
        schema: {
          tags,
          summary: 'Set the banner, and pause or resume all calls',
          body: InstanceStateInput,
          response: { 200: InstanceStateView },
        },
      },
      (request) => setInstanceState(context, operatorOf(requireCaller(request)), request.body),
    )
    app.get(
      '/operator/errors',
      { config, schema: { tags, summary: 'List unexpected errors', response: { 200: ReportedErrorList } } },
      () => listErrors(context),
    )
    app.delete(
      '/operator/errors',
      { config, schema: { tags, summary: 'Clear the list of unexpected errors', response: noContent } },
      async (request, reply) => {
        await clearErrors(context, operatorOf(requireCaller(request)))
        return reply.code(204).send()
      },
    )
    app.get(
      '/operator/audit-events',
      {
        config,
        schema: {
          tags,
          summary: 'List what operators did, newest first',
          querystring: AuditQuery.pick({ before: true, size: true }),
          response: { 200: AuditPage },
        },
      },
      (request) => listOperatorEvents(context, request.query),
    )
  }

const accountRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    const params = z.object({ accountId: Id })
    const billing = await openBillingOf(context)

    app.get(
      '/operator/accounts',
      {
        config,
        schema: {
          tags,
          summary: 'List the accounts of this server',
          querystring: OperatorListQuery,
          response: { 200: OperatorAccountPage },
        },
      },
      (request) => listAccounts(context, request.query),
    )
    app.post(
      '/operator/accounts/:accountId/suspend',
      {
        config,
        schema: {
          tags,
          summary: 'Suspend an account',
          description: 'Its tasks stop, its receivers answer 404, and its members read but change nothing.',
          params,
          body: SuspendInput,
          response: noContent,
        },
      },
      async (request, reply) => {
        await suspendAccount(context, operatorOf(requireCaller(request)), { ...request.params, ...request.body })
        return reply.code(204).send()
      },
    )
    app.post(
      '/operator/accounts/:accountId/resume',
      { config, schema: { tags, summary: 'End the suspension of an account', params, response: noContent } },
      async (request, reply) => {
        await resumeAccount(context, operatorOf(requireCaller(request)), request.params.accountId)
        return reply.code(204).send()
      },
    )
    app.post(
      '/operator/accounts/:accountId/plan',
      {
        config,
        schema: {
          tags,
          summary: 'Set the plan of an account',
          description: 'A subscription that it pays for is cancelled.',
          params,
          body: SetPlanInput,
          response: noContent,
        },
      },
      async (request, reply) => {
        const { db } = context
        const actor = operatorOf(requireCaller(request))
        await setPlan({ db, billing }, { ...request.params, ...request.body, actor })
        return reply.code(204).send()
      },
    )
    app.delete(
      '/operator/accounts/:accountId',
      {
        config: { ...config, needs: 'reconfirmed-session' },
        schema: { tags, summary: 'Delete an account with everything in it', params, response: noContent },
      },
      async (request, reply) => {
        await deleteAccount(context, operatorOf(requireCaller(request)), request.params.accountId)
        return reply.code(204).send()
      },
    )
  }

const userRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    const params = z.object({ userId: Id })

    app.get(
      '/operator/users',
      {
        config,
        schema: {
          tags,
          summary: 'List the users of this server',
          querystring: OperatorListQuery,
          response: { 200: OperatorUserPage },
        },
      },
      (request) => listUsers(context, request.query),
    )
    app.delete(
      '/operator/users/:userId/sessions',
      { config, schema: { tags, summary: 'End all sessions of a user', params, response: noContent } },
      async (request, reply) => {
        await endSessions(context, operatorOf(requireCaller(request)), request.params.userId)
        return reply.code(204).send()
      },
    )
    app.post(
      '/operator/users/:userId/reset',
      { config, schema: { tags, summary: 'Email a user a code to reset the password', params, response: noContent } },
      async (request, reply) => {
        await sendReset(context, operatorOf(requireCaller(request)), request.params.userId)
        return reply.code(204).send()
      },
    )
    app.post(
      '/operator/users/:userId/confirm',
      { config, schema: { tags, summary: 'Email a user a code to confirm the address', params, response: noContent } },
      async (request, reply) => {
        await resendCode(context, operatorOf(requireCaller(request)), request.params.userId)
        return reply.code(204).send()
      },
    )
  }
