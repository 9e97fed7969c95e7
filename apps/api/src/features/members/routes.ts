import { AccountView } from '@knockwire/domain/accounts/account'
import {
  ChangeRoleInput,
  InvitationPreview,
  InvitationTokenInput,
  InvitationView,
  InviteInput,
  MemberList,
  OwnAccountList,
  RenameAccountInput,
} from '@knockwire/domain/accounts/member'
import { Id } from '@knockwire/domain/id'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { clientOf } from '../../access/client/client.ts'
import type { ApiContext } from '../../context.ts'
import { type FieldKeyOf, requireCaller, requireSession } from '../../plugins/route-config.ts'
import { readAccount } from '../accounts/account.ts'
import { acceptInvitation, previewInvitation } from './accept-invitation.ts'
import { invite, listInvitations, revokeInvitation } from './invitations.ts'
import { changeRole, listMembers, removeMember } from './members.ts'
import { listOwnAccounts, renameAccount, selectAccount } from './own-accounts.ts'

const ownKey: FieldKeyOf = ([field]) => field
const tags = ['Members']
const noContent = { 204: z.undefined() }

export const memberRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(ownAccountRoutes(context))
    await app.register(invitationRoutes(context))
    const params = z.object({ userId: Id })

    app.get(
      '/accounts/me/members',
      { schema: { tags, summary: 'List the members of your account', response: { 200: MemberList } } },
      async (request) => {
        const caller = requireCaller(request)
        const invitations = caller.role === 'OWNER' ? await listInvitations(context, caller) : []
        return { members: await listMembers(context, caller), invitations }
      },
    )

    app.post(
      '/accounts/me/members/:userId',
      {
        config: { needs: 'confirmed-session', role: 'OWNER', fieldKeyOf: ownKey },
        schema: { tags, summary: 'Change a member’s role', params, body: ChangeRoleInput, response: noContent },
      },
      async (request, reply) => {
        await changeRole(context, requireCaller(request), { ...request.params, ...request.body })
        return reply.code(204).send()
      },
    )

    app.delete(
      '/accounts/me/members/:userId',
      {
        config: { needs: 'session', role: 'VIEWER', whileSuspended: true },
        schema: {
          tags,
          summary: 'Remove a member, or leave the account',
          description: 'Owners remove anyone; everybody else only themselves. The last owner stays.',
          params,
          response: noContent,
        },
      },
      async (request, reply) => {
        await removeMember(context, requireCaller(request), request.params.userId)
        return reply.code(204).send()
      },
    )
  }

const invitationRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    const params = z.object({ invitationId: Id })

    app.post(
      '/accounts/me/invitations',
      {
        config: { needs: 'confirmed-session', role: 'OWNER', fieldKeyOf: ownKey },
        schema: {
          tags,
          summary: 'Invite someone by email',
          description: 'The email’s link works once, for 7 days. Another invitation to the address replaces this one.',
          body: InviteInput,
          response: { 201: InvitationView },
        },
      },
      async (request, reply) =>
        reply.code(201).send(await invite(context, requireCaller(request), request.body, clientOf(request))),
    )

    app.delete(
      '/accounts/me/invitations/:invitationId',
      {
        config: { needs: 'session', role: 'OWNER' },
        schema: { tags, summary: 'Revoke an invitation', params, response: noContent },
      },
      async (request, reply) => {
        await revokeInvitation(context, requireCaller(request), request.params.invitationId)
        return reply.code(204).send()
      },
    )

    app.post(
      '/invitations/preview',
      {
        config: { public: true },
        schema: {
          tags,
          summary: 'Read an invitation',
          body: InvitationTokenInput,
          response: { 200: InvitationPreview },
        },
      },
      async (request) => previewInvitation(context, request.caller, request.body.token),
    )

    app.post(
      '/invitations/accept',
      {
        config: { needs: 'session', role: 'VIEWER', whileSuspended: true },
        schema: { tags, summary: 'Accept an invitation', body: InvitationTokenInput, response: { 200: AccountView } },
      },
      async (request, reply) => {
        const { id: sessionId } = requireSession(request)
        const joined = await acceptInvitation(context, requireCaller(request), { ...request.body, sessionId })
        reply.header('knockwire-account', joined.accountId)
        return readAccount(context, joined)
      },
    )
  }

const ownAccountRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/accounts',
      { schema: { tags, summary: 'List the accounts you are a member of', response: { 200: OwnAccountList } } },
      async (request) => listOwnAccounts(context, requireCaller(request)),
    )

    app.post(
      '/accounts/:accountId/select',
      {
        config: { needs: 'session', role: 'VIEWER', whileSuspended: true },
        schema: {
          tags,
          summary: 'Switch to another account',
          description: 'The session’s calls act in that account from then on.',
          params: z.object({ accountId: Id }),
          response: noContent,
        },
      },
      async (request, reply) => {
        const { id: sessionId } = requireSession(request)
        await selectAccount(context, requireCaller(request), { ...request.params, sessionId })
        return reply.header('knockwire-account', request.params.accountId).code(204).send()
      },
    )

    app.post(
      '/accounts/me/name',
      {
        config: { role: 'OWNER', fieldKeyOf: ownKey },
        schema: { tags, summary: 'Rename your account', body: RenameAccountInput, response: { 200: AccountView } },
      },
      async (request) => {
        const caller = requireCaller(request)
        await renameAccount(context, caller, request.body)
        return readAccount(context, caller)
      },
    )
  }
