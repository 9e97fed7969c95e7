import type { StoredChannelSetting } from '@knockwire/db/stored-json'
import type { RequestTargetInput, RequestTargetView } from '@knockwire/domain/requests/request-target'
import { sendsBody } from '@knockwire/domain/requests/request-rules'
import { checkRequest } from '../../requests/check-request.ts'
import { encryptRequest, viewRequest } from '../../requests/stored-request.ts'
import type { Channel, SettingOf } from '../channel.ts'
import { openHttpSender } from './http-sender.ts'

const passwordOf = (stored: StoredChannelSetting | null) =>
  stored?.type === 'HTTP' ? stored.request.basicAuth.password : null

/** A request as a task's is, but for its body, which is a template. Without one the event itself is sent. */
export const http: Channel<SettingOf<'HTTP'>, { target: RequestTargetInput }, { target: RequestTargetView }> = {
  concurrency: 64,
  openSender: openHttpSender,
  readSetting: async ({ secrets, checkUri, stored }, { target: sent }) => {
    const storedPassword = passwordOf(stored)
    const password = sent.basicAuth.password ?? (storedPassword === null ? '' : secrets.decrypt(storedPassword))
    const body = sendsBody(sent.method) && sent.body !== '' ? sent.body : null
    const target = { ...sent, body }
    return {
      setting: { type: 'HTTP', request: encryptRequest(secrets, target, storedPassword) },
      errors: checkRequest({ ...target, basicAuth: { ...target.basicAuth, password } }, checkUri),
    }
  },
  viewSetting: ({ request }, { secrets }) => ({ target: viewRequest(secrets, request) }),
  recipientOf: (setting) => setting.request.uri,
  templatePaths: [['request', 'body']],
  rejectionOf: null,
}
