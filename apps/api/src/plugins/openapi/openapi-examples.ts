import type { SaveReceiverInput } from '@knockwire/domain/receivers/receiver'
import type { SaveTaskInput, TestTaskInput } from '@knockwire/domain/tasks/task'
import type { z } from 'zod'

const taskId = '01934c5e-7a10-7c3e-9d2b-6f0a1b2c3d4e'
const receiverId = '01934c5e-7a11-7b2f-8c4d-0e1f2a3b4c5d'

/** What a path or query parameter looks like. */
export const parameterExamples: Readonly<Record<string, unknown>> = {
  taskId,
  receiverId,
  executionId: '01934c5e-7a12-7d4a-a5b6-c7d8e9f0a1b2',
  chartId: '01934c5e-7a13-7e5b-b6c7-d8e9f0a1b2c3',
  id: '01934c5e-7a14-7f6c-87d8-e9f0a1b2c3d4',
  sessionId: '01934c5e-7a15-7a7d-98e9-f0a1b2c3d4e5',
  passkeyId: '01934c5e-7a16-7b8e-a9f0-a1b2c3d4e5f6',
  tokenId: '01934c5e-7a17-7c9f-b0a1-b2c3d4e5f6a7',
  alertId: '01934c5e-7a18-7da0-81b2-c3d4e5f6a7b8',
  accountId: '01934c5e-7a19-7eb1-92c3-d4e5f6a7b8c9',
  userId: '01934c5e-7a1a-7fc2-a3d4-e5f6a7b8c9d0',
  invitationId: '01934c5e-7a1b-70d3-b4e5-f6a7b8c9d0e1',
  badgeToken: '5f1e2d3c-4b5a-4978-8796-a5b4c3d2e1f0',
  key: 'shop-front',
  name: 'ALERTS_TOKEN',
  project: 'shop',
  deliveryId: '01934c5e-7a1c-71e4-85f6-a7b8c9d0e1f2',
  loanAmount: 400_000,
  loanPurpose: 'PURCHASE',
  state: JSON.stringify({ taskId, notificationId: null, messageTemplate: '{{ task.name }}', channelId: '' }),
}

const condition = { source: 'response_code', comparison: 'number_not_equal_to', rightValue: 200 } as const
const emailSetting = { address: 'ada@example.com' }
const notification = { type: 'EMAIL', taskId, condition, emailSetting }
const chart = { name: 'Price', source: 'response_body_json', property: '$.price' }
const loan = { loanAmount: 400_000, loanPurpose: 'PURCHASE' }
const credential = {
  id: 'q83v',
  rawId: 'q83v',
  type: 'public-key',
  response: { clientDataJSON: 'eyJ0', signature: 'MEU' },
}

const wholeTask = {
  name: 'Shop front',
  labels: { tier: '1' },
  scheduler: { mode: 'INTERVAL', intervalSecond: 60 },
  request: { target: { uri: 'https://shop.example.com/health', headers: { Accept: 'application/json' } } },
  notifications: [{ key: 'down', type: 'EMAIL', condition, emailSetting }],
  charts: [{ key: 'price', ...chart }],
}
const wholeReceiver = {
  name: 'Orders',
  responseCode: 202,
  notifications: [{ key: 'each', type: 'EMAIL', emailSetting }],
}

/** Bodies that each call takes, by method and path: the shortest ones that do something. */
export const bodyExamples: Readonly<Record<string, unknown>> = {
  'POST /api/v1/auth/sign-up': { email: 'grace@example.com', password: 'nanoseconds of wire', firstName: 'Grace' },
  'POST /api/v1/auth/sign-in': { email: 'grace@example.com', password: 'nanoseconds of wire' },
  'POST /api/v1/auth/forgot': { email: 'grace@example.com' },
  'POST /api/v1/auth/reset': { email: 'grace@example.com', otp: 'K7QM-3XRT-9WAC', password: 'a moth in the relay' },
  'POST /api/v1/accounts/me/settings': { taskListSortKey: 'name' },
  'POST /api/v1/accounts/me/send_email_validation_code': { email: 'alerts@example.com' },
  'POST /api/v1/accounts/me/verify_email_validation_code': { email: 'alerts@example.com', otp: '123456' },
  'POST /api/v1/accounts/me/profile': { firstName: 'Ada', lastName: 'Lovelace' },
  'POST /api/v1/accounts/me/email': { email: 'alerts@example.com' },
  'POST /api/v1/accounts/me/confirm': { password: 'nanoseconds of wire' },
  'POST /api/v1/accounts/me/password': { currentPassword: 'nanoseconds of wire', newPassword: 'a moth in the relay' },
  'POST /api/v1/auth/passkey': { credential },
  'POST /api/v1/accounts/me/passkeys': { name: 'Laptop', credential },
  'POST /api/v1/accounts/me/tokens': { name: 'Backups', scope: 'READ', expiresAt: '2030-01-01T00:00:00Z' },
  'POST /api/v1/accounts/me/name': { name: 'Acme' },
  'POST /api/v1/accounts/me/members/{userId}': { role: 'EDITOR' },
  'POST /api/v1/accounts/me/invitations': { email: 'grace@example.com', role: 'EDITOR' },
  'POST /api/v1/invitations/preview': { token: 'q83vq83vq83vq83vq83vq83vq83vq83vq83vq83vq83' },
  'POST /api/v1/invitations/accept': { token: 'q83vq83vq83vq83vq83vq83vq83vq83vq83vq83vq83' },
  'POST /api/v1/accounts/me/lifecycle/add-card': { cardTokenId: 'tok_visa' },
  'POST /api/v1/accounts/me/lifecycle/update-plan': { plan: 'HOBBY', cardTokenId: 'tok_visa' },
  'POST /api/v1/operator/state': { banner: 'Maintenance tonight at 22:00 UTC.', areCallsPaused: false },
  'POST /api/v1/operator/accounts/{accountId}/suspend': { reason: 'Unpaid since May.' },
  'POST /api/v1/operator/accounts/{accountId}/plan': { plan: 'BUSINESS' },
  'POST /api/v1/client-errors': {
    build: 'q83vq83vq83vq83v',
    errors: [
      {
        kind: 'error',
        name: 'TypeError',
        message: 'Illegal invocation',
        frames: ['index-4f2a.js:1:234'],
        page: '/signin',
      },
    ],
  },
  'POST /api/v1/tasks/activate': { disabledReason: 'FAILURES' },
  'POST /api/v1/tasks': wholeTask,
  'PUT /api/v1/tasks/by-key/{key}': wholeTask,
  'PATCH /api/v1/tasks/{taskId}': { labels: { team: 'shop' }, state: 'PAUSED' },
  'PATCH /api/v1/tasks/{taskId}/charts/{chartId}': { name: 'Price' },
  'PUT /api/v1/receivers/by-key/{key}': wholeReceiver,
  'POST /api/v1/receivers': wholeReceiver,
  'PATCH /api/v1/receivers/{receiverId}': { responseCode: 204 },
  'PATCH /api/v1/notifications/{id}': { firing: { mode: 'ON_START', afterInARow: 2 } },
  'PATCH /api/v1/receiver-notifications/{id}': { emailSetting: { subject: '{{ receiver.name }} was called' } },
  'PUT /api/v1/secrets/{name}': { value: 'a1b2c3d4' },
  'POST /api/v1/apply': {
    project: 'shop',
    mode: 'apply',
    source: 'knockwire.yaml',
    resources: [
      { kind: 'task', key: 'shop-api', ...wholeTask },
      { kind: 'receiver', key: 'shop-orders', ...wholeReceiver },
    ],
  },
  'POST /api/v1/tasks/{taskId}': {
    name: 'Shop is up',
    scheduler: { mode: 'INTERVAL', intervalSecond: 60 },
    request: { target: { uri: 'https://shop.example.com/health' } },
  } satisfies z.input<typeof SaveTaskInput>,
  'POST /api/v1/tasks/{taskId}/lifecycle/test': {
    request: { target: { uri: 'https://shop.example.com/ready' } },
    sendNotifications: false,
  } satisfies z.input<typeof TestTaskInput>,
  'POST /api/v1/tasks/{taskId}/charts': chart,
  'POST /api/v1/tasks/{taskId}/charts/{chartId}': chart,
  'POST /api/v1/receivers/{receiverId}': {
    name: 'Orders',
    responseCode: 202,
    responseBody: '{"received": {{ request.body | json: "$.id" }}}',
    responseHeaders: { 'content-type': 'application/json' },
    expectation: { mode: 'CRON', expression: '0 3 * * *', timezone: 'Europe/Berlin', graceSeconds: 1800 },
  } satisfies z.input<typeof SaveReceiverInput>,
  'POST /api/v1/receivers/{receiverId}/executions/{executionId}/forwards': {
    target: 'http://localhost:3000/hook',
    startedAt: '2026-11-29T07:00:00Z',
    durationMs: 12,
    status: 200,
  },
  'POST /api/v1/receivers/{receiverId}/executions/{executionId}/replay': { uri: 'https://shop.example.com/orders' },
  'POST /api/v1/notifications': notification,
  'POST /api/v1/notifications/{id}': {
    type: 'HTTP',
    taskId,
    condition,
    firing: { mode: 'ON_START', notifyOnRecovery: true },
    request: { target: { uri: 'https://ops.example.com/hook', method: 'POST' } },
  },
  'POST /api/v1/notifications/{id}/copies': { taskIds: [taskId] },
  'POST /api/v1/notifications/{id}/mute': { forSeconds: 28_800 },
  'POST /api/v1/notifications/preview': { taskId, condition, templates: { emailSubject: '{{ task.name }} is down' } },
  'POST /api/v1/notifications/preview-execution': { taskId, executionId: parameterExamples['executionId'] },
  'POST /api/v1/notifications/test': { type: 'EMAIL', taskId, condition, emailSetting },
  'POST /api/v1/receiver-notifications/test': { type: 'EMAIL', receiverId, emailSetting },
  'POST /api/v1/receiver-notifications': { type: 'EMAIL', receiverId, emailSetting },
  'POST /api/v1/receiver-notifications/{id}': { type: 'EMAIL', receiverId, emailSetting },
  'POST /api/v1/receiver-notifications/{id}/mute': { until: null },
  'POST /api/v1/receiver-notifications/preview': {
    receiverId,
    templates: { emailSubject: '{{ receiver.name }}: {{ request.method }}' },
  },
  'POST /api/v1/twilio/status': { MessageSid: 'SM00000000000000000000000000000000', MessageStatus: 'delivered' },
  'POST /api/v1/mortgage-rates': loan,
  'POST /api/v1/mortgage-rates/subscribe': loan,
  'POST /api/v1/mortgage-rates/alerts': { ...loan, product: 'thirtyFix', rate: 5.25 },
  // Last, so that what the others are about is still there where all are called one after the other.
  'POST /api/v1/tasks/delete': { ids: [taskId], deactivate: true },
  'POST /api/v1/receivers/delete': { ids: [receiverId], deactivate: true },
}
