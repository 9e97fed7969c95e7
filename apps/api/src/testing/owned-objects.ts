import { memberships } from '@knockwire/db/schema/users'
import { passkeys } from '@knockwire/db/schema/credentials'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { defaultReceiverTemplates } from '@knockwire/domain/channels/templates'
import type { SessionView } from '@knockwire/domain/accounts/security'
import { insertDelivery } from './rows/insert-delivery.ts'
import { insertReceived } from './rows/insert-received.ts'
import { insertRun } from './rows/insert-run.ts'
import { makeNotification, notificationInput, verifiedAddress, verifyAddress } from './calls/notification-calls.ts'
import { makeReceiver } from './calls/receiver-calls.ts'
import type { RegisteredRoute } from './routes/registered-routes.ts'
import { get, makeTask, post, put, taskInput } from './calls/task-calls.ts'
import type { TestApp, TestUser } from './test-app.ts'
import { makeToken } from './calls/token-calls.ts'
import { defaultExpectation } from '@knockwire/domain/heartbeats/heartbeat-rules'
import type { ReceiverView } from '@knockwire/domain/receivers/receiver'

/** One of each thing that an account can own, and how each route names and changes it. */
export interface OwnedObjects {
  /** The route's address with the ids of these objects. */
  urlOf: (route: Pick<RegisteredRoute, 'url'>) => string
  /** A body with which the route would succeed for the owner; undefined where it takes none. */
  bodyOf: (route: Pick<RegisteredRoute, 'method' | 'url'>) => object | undefined
}

const createdId = async (answer: Promise<{ statusCode: number; body: string; json: () => { id: string } }>) => {
  const created = await answer
  if (created.statusCode !== 201) throw new Error(`Expected 201, got ${created.statusCode}: ${created.body}`)
  return created.json().id
}

export const makeOwnedObjects = async (test: TestApp, owner: TestUser): Promise<OwnedObjects> => {
  await verifyAddress(test, owner)
  await verifyAddress(test, owner, owner.email)
  const { id: taskId } = await makeTask(owner)
  const runId = await insertRun(test, { taskId, accountId: owner.accountId }, { status: 'SUCCEEDED', details: {} })
  const chart = { name: 'Time', source: 'response_time', property: '' }
  const chartId = await createdId(post(owner, `/tasks/${taskId}/charts`, { taskId, ...chart }))
  const notification = notificationInput(taskId)
  const { id: notificationId } = await makeNotification(owner, notification)

  const { id: receiverId } = await makeReceiver(owner)
  const [receivedId = ''] = await insertReceived(test, receiverId, 1)
  const { emailSubject: subject, emailTemplate: template } = defaultReceiverTemplates
  const emailSetting = { address: verifiedAddress, subject, template }
  const receiverNotification = { type: 'EMAIL', receiverId, emailSetting }
  const receiverNotificationId = await createdId(post(owner, '/receiver-notifications', receiverNotification))
  const { id: watchedId } = await makeReceiver(owner)
  const watched = await post(owner, `/receivers/${watchedId}`, { name: 'Backup', expectation: defaultExpectation })
  const badgeToken = /\/badges\/([\da-f-]+)/.exec(watched.json<ReceiverView>().heartbeat?.badgeUrl ?? '')?.[1] ?? ''
  const alert = { loanAmount: 400_000, loanPurpose: 'PURCHASE', product: 'thirtyFix', rate: 5 }
  const alertId = await createdId(post(owner, '/mortgage-rates/alerts', alert))
  const { id: tokenId } = await makeToken(owner, 'READ')
  const passkeyId = uuidv7()
  await test.db.insert(passkeys).values({
    id: passkeyId,
    userId: owner.userId,
    credentialId: passkeyId,
    publicKey: Buffer.alloc(77),
    counter: 0,
    isBackedUp: false,
    name: 'Laptop',
    createdAt: new Date(),
  })
  const sessions = (await get(owner, '/accounts/me/sessions')).json<{ results: SessionView[] }>().results
  const sessionId = sessions[0]?.id ?? ''

  const { userId } = await test.signUp('Colleague')
  const { accountId } = owner
  const now = new Date()
  await test.db.insert(memberships).values({ accountId, userId, role: 'EDITOR', createdAt: now, selectedAt: now })
  const invitation = { email: 'invited@example.com', role: 'VIEWER' }
  const invitationId = await createdId(post(owner, '/accounts/me/invitations', invitation))

  const deliveryId = await insertDelivery(test, { accountId: owner.accountId, status: 'FAILED', type: 'HTTP' })

  await put(owner, '/secrets/TOKEN', { value: 'secret' })
  await put(owner, '/tasks/by-key/front', taskInput())
  await put(owner, '/receivers/by-key/orders', { name: 'Orders' })
  const managed = { kind: 'task', key: 'managed', ...taskInput() }
  await post(owner, '/apply', { project: 'shop', mode: 'apply', resources: [managed] })

  const objects = { taskId, chartId, receiverId, alertId, tokenId, passkeyId, sessionId }
  const ids: Record<string, string> = { ...objects, userId, accountId, invitationId, badgeToken }
  const idOf = (url: string, name: string): string => {
    if (name === 'id' && url.includes('/deliveries/')) return deliveryId
    if (name === 'id') return url.includes('/receiver-notifications/') ? receiverNotificationId : notificationId
    if (name === 'executionId') return url.includes('/receivers/') ? receivedId : runId
    if (name === 'key') return url.includes('/receivers/') ? 'orders' : 'front'
    if (name === 'name') return 'TOKEN'
    if (name === 'project') return 'shop'
    const id = ids[name]
    if (id === undefined) throw new Error(`Make an object for ":${name}" in owned-objects.ts (${url}).`)
    return id
  }
  const bodies: Record<string, object> = {
    'POST /api/v1/accounts/me/members/:userId': { role: 'VIEWER' },
    'PATCH /api/v1/tasks/:taskId': { description: 'Ours' },
    'PATCH /api/v1/tasks/:taskId/charts/:chartId': { name: 'Ours' },
    'PATCH /api/v1/receivers/:receiverId': { description: 'Ours' },
    'PATCH /api/v1/notifications/:id': { firing: { afterInARow: 2 } },
    'PATCH /api/v1/receiver-notifications/:id': { emailSetting: { subject: 'Ours' } },
    'PUT /api/v1/tasks/by-key/:key': taskInput(),
    'PUT /api/v1/receivers/by-key/:key': { name: 'Orders' },
    'POST /api/v1/apply': { project: 'ours', mode: 'apply', resources: [] },
    'PUT /api/v1/secrets/:name': { value: 'other secret' },
    'POST /api/v1/tasks/:taskId': taskInput(),
    'POST /api/v1/tasks/:taskId/charts': { taskId, ...chart },
    'POST /api/v1/tasks/:taskId/charts/:chartId': chart,
    'POST /api/v1/notifications/:id': notification,
    'POST /api/v1/notifications/:id/mute': { until: null },
    'POST /api/v1/notifications/:id/copies': { taskIds: [taskId] },
    'POST /api/v1/receivers/:receiverId': {
      name: 'x',
      responseCode: 200,
      responseBody: '',
      responseHeaders: { 'content-type': 'text/plain' },
    },
    'POST /api/v1/receivers/:receiverId/executions/:executionId/forwards': {
      target: 'http://localhost:3000/hook',
      startedAt: '2026-11-29T07:00:00Z',
      durationMs: 12,
      status: 200,
    },
    'POST /api/v1/receivers/:receiverId/executions/:executionId/replay': { uri: 'http://127.0.0.1:47999/' },
    'POST /api/v1/receiver-notifications/:id': receiverNotification,
    'POST /api/v1/receiver-notifications/:id/mute': { until: null },
  }
  return {
    urlOf: ({ url }) => url.replaceAll(/:(\w+)/g, (_match, name: string) => idOf(url, name)),
    bodyOf: ({ method, url }) => bodies[`${method} ${url}`],
  }
}
