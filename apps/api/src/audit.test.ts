import { readFileSync } from 'node:fs'
import type { AuditAction } from '@knockwire/domain/audit/audit-actions'
import { defaultReceiverTemplates } from '@knockwire/domain/channels/templates'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertReceived } from './testing/rows/insert-received.ts'
import { inviteTo } from './testing/calls/member-calls.ts'
import { codeMailedTo } from './testing/calls/mails.ts'
import { notificationInput, verifiedAddress } from './testing/calls/notification-calls.ts'
import { withoutLog } from './testing/audit-events.ts'
import { makeOwnedObjects, type OwnedObjects } from './testing/owned-objects.ts'
import { get, makeTask, post, remove, taskInput } from './testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from './testing/test-app.ts'

/** Changing calls that leave no event, each with its reason. A route that is added here escapes the owners' eyes: think twice. */
const unaudited: Record<string, string> = {
  'POST /api/v1/accounts/me/passkeys/options': 'begins what is recorded when it is done',
  'POST /api/v1/auth/passkey/options': 'begins what is recorded when it is done',
  'POST /api/v1/client-errors': 'is about no account',
  'POST /api/v1/invitations/preview': 'reads',
  'POST /api/v1/mortgage-rates': 'reads',
  'POST /api/v1/notifications/preview': 'reads',
  'POST /api/v1/notifications/preview-execution': 'reads',
  'POST /api/v1/receiver-notifications/preview': 'reads',
  'POST /api/v1/receivers/:receiverId/executions/:executionId/forwards':
    'is a developer’s machine’s report, of which thousands come',
  'POST /api/v1/tasks/:taskId/update-last-open-time': 'notes that somebody looked',
  'POST /api/v1/tasks/:taskId/update-last-slack-setup-time': 'begins what is recorded when it is done',
  'POST /api/v1/twilio/status': 'is a provider’s report of a delivery',
}

/** Those that need a provider or an authenticator: the test beside them that expects their events. */
const testedElsewhere: Record<string, { file: string; actions: AuditAction[] }> = {
  'POST /api/v1/accounts/me/lifecycle/add-card': { file: 'features/billing/billing.test.ts', actions: ['card.added'] },
  'POST /api/v1/accounts/me/lifecycle/remove-card': {
    file: 'features/billing/billing.test.ts',
    actions: ['card.removed'],
  },
  'POST /api/v1/accounts/me/lifecycle/update-plan': {
    file: 'features/billing/billing.test.ts',
    actions: ['account.plan_changed'],
  },
  'POST /api/v1/accounts/me/passkeys': { file: 'features/passkeys/passkeys.test.ts', actions: ['passkey.added'] },
  'POST /api/v1/auth/passkey': { file: 'features/passkeys/passkeys.test.ts', actions: ['user.signed_in'] },
  'POST /api/v1/stripe/webhook': { file: 'features/billing/webhook.test.ts', actions: ['account.plan_changed'] },
}

/** Reads that show a secret or take data away. */
const auditedReads = [
  'GET /api/v1/accounts/me/audit-events/export',
  'GET /api/v1/accounts/me/export',
  'GET /api/v1/notifications/signing-secret',
  'GET /api/v1/receivers/:receiverId/executions/export',
  'GET /api/v1/receivers/:receiverId/executions/follow',
  'GET /api/v1/tasks/:taskId/executions/export',
]

const mailing = new Set<AuditAction>([
  'email_address.code_requested',
  'invitation.created',
  'user.password_reset_requested',
])

interface Step {
  route: string
  action: AuditAction
  call: () => Promise<LightMyRequestResponse>
}

describe('the audit log', () => {
  let test: TestApp
  let ada: TestUser
  let owned: OwnedObjects
  beforeAll(async () => {
    test = await createTestApp({ settings: { requestsPerMinute: 100_000, codesPerHour: 10_000 } })
    ada = await test.signUp('Ada')
    owned = await makeOwnedObjects(test, ada)
  })
  afterAll(() => test.close())

  /** What the account and its members have, without what is counted or noted by the way. */
  const dump = async () => {
    const tables = `accounts users memberships invitations verified_emails api_tokens passkeys tasks schedules charts
      notifications receivers projects account_secrets received_requests deliveries executions rate_alerts rate_subscriptions password_reset_codes`
    const found = await Promise.all(
      tables.split(/\s+/).map((table) => test.pool.query(`select t::text as row from ${table} t order by 1`)),
    )
    const sessions = await test.pool.query('select id, account_id, confirmed_at from sessions order by id')
    // A try of a code counts, whatever comes of it.
    const codes = await test.pool.query('select account_id, address, code_hash from email_codes order by 1, 2')
    return [...found.map(({ rows }) => rows), sessions.rows, codes.rows]
  }

  interface Row {
    action: string
    actor_kind: string
    actor_email: string | null
    address: string | null
    request_id: string | null
  }
  const eventIds = async () =>
    (await test.pool.query<{ id: string }>('select id from audit_events')).rows.map(({ id }) => id)
  /** Not by the order of ids, which a clock that stands still does not keep beside ids of the real time. */
  const newEvents = async (known: readonly string[]): Promise<Row[]> =>
    (await test.pool.query<Row>('select * from audit_events where id <> all ($1::uuid[]) order by id', [known])).rows

  const urlOf = (route: string) => owned.urlOf({ url: route.split(' ')[1] ?? '' })
  const walk = async (): Promise<Step[]> => {
    const task = await makeTask(ada)
    const taskId = /tasks\/([^/]+)/.exec(urlOf('GET /api/v1/tasks/:taskId'))?.[1] ?? ''
    const receiverId = /receivers\/([^/]+)/.exec(urlOf('GET /api/v1/receivers/:receiverId'))?.[1] ?? ''
    await insertReceived(test, receiverId, 2)
    const bob = await test.signUp('Bob')
    const asBob = () => test.inject({ method: 'POST', url: '/api/v1/auth/sign-in', payload: { ...bobsKey } })
    const bobsKey = { email: bob.email, password: bob.password }
    const invitation = await inviteTo(test, ada, 'carol@example.com', 'EDITOR')
    const carol = await test.signUp('Carol')
    await post(bob, '/auth/forgot', { email: bob.email })
    await test.context.background.settled()
    const resetCode = await codeMailedTo(test, bob.email)
    const { emailSubject: subject, emailTemplate: template } = defaultReceiverTemplates
    const receiverNotification = {
      type: 'EMAIL',
      receiverId,
      emailSetting: { address: verifiedAddress, subject, template },
    }
    const alert = { loanAmount: 300_000, loanPurpose: 'PURCHASE', product: 'thirtyFix', rate: 4 }
    const chart = { name: 'Other', source: 'response_time', property: '' }
    await post(ada, '/accounts/me/send_email_validation_code', { email: 'more@example.com' })
    const otp = await codeMailedTo(test, 'more@example.com')
    await test.inject({
      method: 'POST',
      url: '/api/v1/auth/sign-in',
      payload: { email: carol.email, password: carol.password },
    })
    const of = (
      method: 'POST' | 'DELETE' | 'GET' | 'PUT' | 'PATCH',
      path: string,
      action: AuditAction,
      payload?: object,
    ): Step => {
      const route = `${method} /api/v1${path}`
      const url = urlOf(route)
      return { route, action, call: () => ada.inject({ method, url, ...(payload && { payload }) }) }
    }
    const by = (step: Omit<Step, 'call'>, call: Step['call']): Step => ({ ...step, call })
    const createTask = async () => (await post(ada, '/tasks/empty')).json<{ id: string }>().id
    const draft = await createTask()
    const { id: taskToDelete } = await makeTask(ada)
    const receiverToDelete = (await post(ada, '/receivers')).json<{ id: string }>().id
    await post(ada, `/tasks/${task.id}/lifecycle/deactivate`)
    const ownSession = async (user: TestUser, isCurrent: boolean) =>
      (await get(user, '/accounts/me/sessions'))
        .json<{ results: { id: string; isCurrent: boolean }[] }>()
        .results.find((one) => one.isCurrent === isCurrent)?.id ?? ''
    const carolsOther = await ownSession(carol, false)

    return [
      of('POST', '/tasks/empty', 'task.draft_created'),
      of('POST', '/tasks/:taskId/duplicate', 'task.draft_created'),
      of('POST', '/tasks/:taskId', 'task.updated', taskInput({ name: 'Renamed' })),
      by({ route: 'POST /api/v1/tasks/:taskId', action: 'task.created' }, () =>
        post(ada, `/tasks/${draft}?activate=true`, taskInput({ name: 'New' })),
      ),
      of('POST', '/tasks/:taskId/lifecycle/test', 'task.tested'),
      of('POST', '/tasks/:taskId/lifecycle/deactivate', 'task.deactivated'),
      of('POST', '/tasks/:taskId/lifecycle/activate', 'task.activated'),
      of('POST', '/tasks/activate', 'task.activated', { disabledReason: 'USER' }),
      of('POST', '/tasks', 'task.created', taskInput({ name: 'Whole' })),
      of('PUT', '/tasks/by-key/:key', 'task.updated', taskInput({ name: 'Put' })),
      of('PATCH', '/tasks/:taskId', 'task.updated', { description: 'Ours' }),
      of('PATCH', '/tasks/:taskId/charts/:chartId', 'bookmark.updated', { name: 'Ours' }),
      of('PATCH', '/notifications/:id', 'notification.updated', { firing: { afterInARow: 9 } }),
      of('PUT', '/receivers/by-key/:key', 'receiver.updated', { name: 'Put' }),
      of('PATCH', '/receivers/:receiverId', 'receiver.updated', { description: 'Ours' }),
      of('PATCH', '/receiver-notifications/:id', 'notification.updated', { emailSetting: { subject: 'Ours' } }),
      of('PUT', '/secrets/:name', 'secret.updated', { value: 'another secret' }),
      of('DELETE', '/secrets/:name', 'secret.deleted'),
      of('POST', '/apply', 'project.applied', { project: 'other', mode: 'apply', resources: [] }),
      of('DELETE', '/projects/:project', 'project.deleted'),
      of('GET', '/tasks/:taskId/executions/export', 'task.history_exported'),
      of('POST', '/tasks/:taskId/executions/:executionId/reveal-headers', 'execution.headers_revealed'),
      of('POST', '/tasks/:taskId/charts', 'bookmark.created', { taskId, ...chart }),
      of('POST', '/tasks/:taskId/charts/:chartId', 'bookmark.updated', chart),
      of('DELETE', '/tasks/:taskId/charts/:chartId', 'bookmark.deleted'),
      of('POST', '/notifications', 'notification.created', notificationInput(taskId, 'EMAIL')),
      of('POST', '/notifications/:id', 'notification.updated', {
        ...notificationInput(taskId),
        firing: { mode: 'EVERY_TIME', notifyOnRecovery: false, afterInARow: 7, recoverAfterInARow: 1 },
      }),
      of('POST', '/notifications/:id/mute', 'notification.muted', { until: null }),
      of('POST', '/notifications/:id/unmute', 'notification.unmuted'),
      of('POST', '/notifications/:id/copies', 'notification.created', { taskIds: [task.id] }),
      by({ route: 'POST /api/v1/notifications/test', action: 'notification.tested' }, () =>
        post(ada, '/notifications/test', { ...notificationInput(taskId, 'EMAIL') }),
      ),
      of('DELETE', '/notifications/:id', 'notification.deleted'),
      of('POST', '/deliveries/:id/resend', 'delivery.resent'),
      of('POST', '/receivers', 'receiver.created'),
      of('POST', '/receivers/:receiverId/duplicate', 'receiver.created'),
      of('POST', '/receivers/:receiverId', 'receiver.updated', {
        name: 'Renamed',
        responseCode: 202,
        responseBody: '',
        responseHeaders: { 'content-type': 'text/plain' },
      }),
      of('POST', '/receivers/:receiverId/lifecycle/activate', 'receiver.activated'),
      of('POST', '/receivers/:receiverId/lifecycle/deactivate', 'receiver.deactivated'),
      of('POST', '/receiver-notifications', 'notification.created', receiverNotification),
      of('POST', '/receiver-notifications/:id', 'notification.updated', {
        ...receiverNotification,
        emailSetting: { ...receiverNotification.emailSetting, subject: 'Other' },
      }),
      of('POST', '/receiver-notifications/:id/mute', 'notification.muted', { until: null }),
      of('POST', '/receiver-notifications/:id/unmute', 'notification.unmuted'),
      of('POST', '/receiver-notifications/test', 'notification.tested', receiverNotification),
      of('DELETE', '/receiver-notifications/:id', 'notification.deleted'),
      of('GET', '/receivers/:receiverId/executions/export', 'receiver.history_exported'),
      of('POST', '/receivers/:receiverId/executions/:executionId/reveal-headers', 'request.headers_revealed'),
      by({ route: 'GET /api/v1/receivers/:receiverId/executions/follow', action: 'receiver.headers_revealed' }, () =>
        get(ada, `/receivers/${receiverId}/executions/follow?reveal=headers`),
      ),
      of('POST', '/receivers/:receiverId/executions/:executionId/replay', 'receiver.replayed', {
        uri: 'http://127.0.0.1:47999/',
      }),
      of('DELETE', '/receivers/:receiverId/executions/:executionId', 'receiver.requests_deleted'),
      of('POST', '/accounts/me/settings', 'account.settings_changed', { isAdvancedConditionEnabled: false }),
      of('POST', '/accounts/me/settings', 'user.preferences_changed', { taskListSortKey: 'name' }),
      of('POST', '/accounts/me/profile', 'user.profile_changed', { firstName: 'Ada', lastName: 'King' }),
      of('POST', '/accounts/me/name', 'account.renamed', { name: 'Acme' }),
      of('POST', '/accounts/me/send_email_validation_code', 'email_address.code_requested', {
        email: 'next@example.com',
      }),
      of('POST', '/accounts/me/verify_email_validation_code', 'email_address.confirmed', {
        email: 'more@example.com',
        otp,
      }),
      of('POST', '/accounts/me/email', 'user.email_changed', { email: 'more@example.com' }),
      of('POST', '/accounts/me/tokens', 'token.created', { name: 'Backups', scope: 'READ', expiresAt: null }),
      of('POST', '/accounts/me/tokens/:tokenId/rotate', 'token.rotated'),
      of('DELETE', '/accounts/me/tokens/:tokenId', 'token.revoked'),
      of('DELETE', '/accounts/me/passkeys/:passkeyId', 'passkey.removed'),
      of('POST', '/accounts/me/invitations', 'invitation.created', { email: 'dan@example.com', role: 'VIEWER' }),
      of('DELETE', '/accounts/me/invitations/:invitationId', 'invitation.revoked'),
      of('POST', '/accounts/me/members/:userId', 'member.role_changed', { role: 'VIEWER' }),
      of('DELETE', '/accounts/me/members/:userId', 'member.removed'),
      by({ route: 'POST /api/v1/invitations/accept', action: 'member.joined' }, () =>
        post(carol, '/invitations/accept', { token: invitation }),
      ),
      by({ route: 'POST /api/v1/accounts/:accountId/select', action: 'account.switched' }, () =>
        post(carol, `/accounts/${carol.accountId}/select`),
      ),
      of('POST', '/mortgage-rates/subscribe', 'rate_subscription.started', {
        loanAmount: 300_000,
        loanPurpose: 'PURCHASE',
      }),
      of('DELETE', '/mortgage-rates/subscription', 'rate_subscription.ended'),
      of('POST', '/mortgage-rates/alerts', 'rate_alert.created', alert),
      of('DELETE', '/mortgage-rates/alerts/:alertId', 'rate_alert.deleted'),
      of('GET', '/notifications/signing-secret', 'signing_secret.revealed'),
      of('GET', '/accounts/me/export', 'account.exported'),
      of('GET', '/accounts/me/audit-events/export', 'audit_log.exported'),
      by({ route: 'DELETE /api/v1/accounts/me/sessions/:sessionId', action: 'session.ended' }, () =>
        remove(carol, `/accounts/me/sessions/${carolsOther}`),
      ),
      by({ route: 'DELETE /api/v1/accounts/me/sessions', action: 'session.others_ended' }, () =>
        remove(carol, '/accounts/me/sessions'),
      ),
      by({ route: 'POST /api/v1/accounts/me/confirm', action: 'user.confirmed' }, () =>
        post(ada, '/accounts/me/confirm', { password: ada.password }),
      ),
      by({ route: 'POST /api/v1/accounts/me/password', action: 'user.password_changed' }, () =>
        post(carol, '/accounts/me/password', { currentPassword: carol.password, newPassword: 'a moth in the relay' }),
      ),
      by({ route: 'POST /api/v1/auth/sign-in', action: 'user.signed_in' }, asBob),
      by({ route: 'POST /api/v1/auth/sign-up', action: 'user.signed_up' }, () =>
        test.inject({
          method: 'POST',
          url: '/api/v1/auth/sign-up',
          payload: { email: 'eve@example.com', password: 'nanoseconds of wire', firstName: 'Eve' },
        }),
      ),
      by({ route: 'POST /api/v1/auth/sign-out', action: 'user.signed_out' }, () => post(bob, '/auth/sign-out')),
      by({ route: 'POST /api/v1/auth/forgot', action: 'user.password_reset_requested' }, async () => {
        const answer = await post(test, '/auth/forgot', { email: bob.email })
        await test.context.background.settled()
        return answer
      }),
      by({ route: 'POST /api/v1/auth/reset', action: 'user.password_reset' }, () =>
        post(test, '/auth/reset', { email: bob.email, otp: resetCode, password: 'another moth in it' }),
      ),
      by({ route: 'POST /api/v1/tasks/delete', action: 'task.deleted' }, () =>
        post(ada, '/tasks/delete', { ids: [taskToDelete], deactivate: true }),
      ),
      by({ route: 'POST /api/v1/receivers/delete', action: 'receiver.deleted' }, () =>
        post(ada, '/receivers/delete', { ids: [receiverToDelete], deactivate: true }),
      ),
      of('DELETE', '/receivers/:receiverId/executions', 'receiver.requests_deleted'),
      of('DELETE', '/receivers/:receiverId', 'receiver.deleted'),
      by({ route: 'DELETE /api/v1/tasks/:taskId', action: 'task.deleted' }, () =>
        remove(ada, `/tasks/${taskId}?deactivate=true`),
      ),
      of('DELETE', '/accounts/me', 'account.deleted'),
    ]
  }

  it('has an event of each changing call, with who made it and from where, or nothing is changed', async () => {
    const steps = await walk()
    const changing = test.routes
      .filter(({ url, method }) => url.startsWith('/api/v1/') && method !== 'GET' && !url.includes('/operator/'))
      .map(({ method, url }) => `${method} ${url}`)
    const covered = new Set([
      ...steps.map(({ route }) => route),
      ...Object.keys(unaudited),
      ...Object.keys(testedElsewhere),
    ])
    expect(changing.filter((route) => !covered.has(route))).toEqual([])
    expect(auditedReads.filter((route) => !covered.has(route))).toEqual([])

    for (const { route, action, call } of steps) {
      const isAfterwards = route === 'POST /api/v1/auth/forgot'
      const before = await dump()
      const failed = await withoutLog(test, call)
      if (!isAfterwards) expect([route, failed.statusCode]).toEqual([route, 500])
      expect([route, await dump()]).toEqual([route, before])
      // What mails somebody may be tried again after a minute.
      if (mailing.has(action)) test.clock.advance(61_000)
      const events = await eventIds()
      const answer = await call()
      expect([route, answer.statusCode, answer.statusCode < 300 ? '' : answer.body]).toEqual([
        route,
        expect.toBeOneOf([200, 201, 202, 204]),
        '',
      ])
      const event = (await newEvents(events)).find((one) => one.action === action)
      expect([route, event]).toEqual([
        route,
        expect.objectContaining({
          actor_kind: isAfterwards ? 'VISITOR' : 'USER',
          actor_email: expect.stringContaining('@example.com'),
          address: '127.0.0.1',
          request_id: expect.stringMatching(/^[\da-f-]{36}$/),
        }),
      ])
    }
  }, 120_000)

  it.each(Object.entries(testedElsewhere))('%s is tested beside its provider', (_route, { file, actions }) => {
    const source = readFileSync(new URL(file, import.meta.url), 'utf8')
    expect(actions.filter((action) => !source.includes(`'${action}'`))).toEqual([])
  })
})
