import { checkCondition } from '@knockwire/domain/conditions/check-condition'
import { type NotificationView, SaveNotificationInput } from '@knockwire/domain/notifications/notification'
import { defaultFiring } from '@knockwire/domain/notifications/firing-rules'
import { idOf } from './builders/ids.ts'
import { notification } from './builders/notification.ts'
import { noExecutions } from './serve-task.ts'
import { rejected, server } from './network.ts'

function saved(stored: NotificationView, body: unknown): NotificationView {
  const { version: _version, request, slackSetting, ...input } = SaveNotificationInput.parse(body)
  return {
    ...stored,
    ...input,
    firing: input.firing ?? defaultFiring,
    recipient: request?.target.uri ?? input.emailSetting?.address ?? input.smsSetting?.phoneNumber ?? stored.recipient,
    ...(request && {
      request: { target: { ...request.target, basicAuth: { status: 'DISABLED', username: '', passwordSet: false } } },
    }),
    ...(slackSetting && { slackSetting: { ...slackSetting, teamName: 'Tea house', channel: '#tea' } }),
    version: stored.version + 1,
  }
}

/** By the same rules as the API; those of each channel are left to the journeys. */
const rejectionOf = (body: unknown) => {
  const errors = checkCondition(SaveNotificationInput.parse(body).condition)
  return Object.keys(errors).length === 0 ? null : rejected(422, 'INVALID_FIELDS', { errors })
}

/** The API of a task's notifications; what is saved is what is answered from then on. */
export function serveNotifications(...stored: NotificationView[]): { stored: NotificationView[] } {
  const served = { stored }
  server.get('/notifications', 'NotificationList', () => ({ results: served.stored }))
  server.post('/notifications', 'NotificationView', ({ body }) => {
    const rejection = rejectionOf(body)
    if (rejection) return rejection
    const created = saved(notification({ id: idOf('notification', 100 + served.stored.length), version: 0 }), body)
    served.stored = [...served.stored, created]
    return created
  })
  server.post('/notifications/:id', 'NotificationView', ({ params, body }) => {
    const rejection = rejectionOf(body)
    if (rejection) return rejection
    served.stored = served.stored.map((one) => (one.id === params['id'] ? saved(one, body) : one))
    const found = served.stored.find(({ id }) => id === params['id'])
    if (found === undefined) throw new Error(`There is no notification ${params['id']}`)
    return found
  })
  // Behind the one above, which has its path, too.
  server.post('/notifications/preview', 'PreviewView', () => ({ subjectId: null, verdict: null, texts: {} }))
  server.done.delete('/notifications/:id', ({ params }) => {
    served.stored = served.stored.filter(({ id }) => id !== params['id'])
  })
  server.get('/notifications/signing-secret', 'SigningSecretView', () => ({ secret: 'whsec_tea' }))
  server.get('/integrations/slack/channels', 'SlackChannelList', () => [])
  server.get('/tasks/:id/executions', 'ExecutionPage', () => noExecutions)
  return served
}
