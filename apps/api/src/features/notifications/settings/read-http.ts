import type { StoredChannelSetting } from '@knockwire/db/stored-json'
import { type RequestTargetInput, sendsBody } from '@knockwire/domain/requests/request-target'
import { checkRequest } from '@knockwire/services/requests/check-request'
import { encryptRequest } from '@knockwire/services/requests/stored-request'
import type { SettingReader } from './setting-reader.ts'

/** A request as a task's is, but for its body, which is a template. Without one the event itself is sent. */
export const readHttp: SettingReader<{ target: RequestTargetInput }> = async (scope, { target: sent }) => {
  const { secrets, checkUri } = scope.context
  const keptPassword = passwordOf(scope.kept)
  const password = sent.basicAuth.password ?? (keptPassword === null ? '' : secrets.decrypt(keptPassword))
  const body = sendsBody(sent.method) && sent.body !== '' ? sent.body : null
  const target = { ...sent, body }
  return {
    setting: { type: 'HTTP', request: encryptRequest(secrets, target, keptPassword) },
    errors: checkRequest({ ...target, basicAuth: { ...target.basicAuth, password } }, checkUri),
  }
}

const passwordOf = (kept: StoredChannelSetting | null) =>
  kept?.type === 'HTTP' ? kept.request.basicAuth.password : null
