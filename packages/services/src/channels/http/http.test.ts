import type { StoredChannelSetting } from '@knockwire/db/stored-json'
import type { RequestTargetInput } from '@knockwire/domain/requests/request-target'
import { describe, expect, it } from 'vitest'
import type { SettingScope } from '../channel.ts'
import { testSecrets } from '../testing/message.ts'
import { http } from './http.ts'

const target: RequestTargetInput = {
  uri: 'https://hook.example/',
  method: 'POST',
  headers: [['X-Env', 'live']],
  body: '{{ task.name }}',
  basicAuth: { status: 'ENABLED', username: 'ada', password: 'pass' },
  followRedirect: true,
  allowInsecureCerts: false,
}
const { password: _password, ...withoutPassword } = target.basicAuth

const read = (changes: Partial<RequestTargetInput> = {}, stored: StoredChannelSetting | null = null) => {
  const scope = { secrets: testSecrets, checkUri: () => ({ ok: true }), stored } as unknown as SettingScope
  return http.readSetting(scope, { target: { ...target, ...changes } })
}

describe('the setting of an HTTP notification', () => {
  it('is stored encrypted, and shown without its password', async () => {
    const { setting, errors } = await read()
    expect(errors).toEqual({})
    expect(JSON.stringify(setting)).not.toContain('"pass"')
    expect(http.viewSetting(setting, { secrets: testSecrets, slackChannel: null })).toEqual({
      target: { ...target, basicAuth: { status: 'ENABLED', username: 'ada', passwordSet: true } },
    })
    expect(http.recipientOf(setting, null)).toBe('https://hook.example/')
  })

  it.each([
    [{ body: '' }, null],
    [{ method: 'GET' as const }, null],
    [{ method: 'PUT' as const }, '{{ task.name }}'],
    [{ body: null }, null],
  ])('has a template only where one is written and sent: %o', async (changes, body) => {
    expect((await read(changes)).setting.request.body).toBe(body)
  })

  it('is checked with the password that it had, where no other is given', async () => {
    const { setting: stored } = await read()
    const missing = { requestBasicAuthPassword: 'Enter a password.' }
    expect((await read({ basicAuth: withoutPassword }, stored)).errors).toEqual({})
    expect((await read({ basicAuth: { ...withoutPassword, password: '' } }, stored)).errors).toEqual(missing)
    expect((await read({ basicAuth: withoutPassword })).errors).toEqual(missing)
    const sms = { type: 'SMS', sms: { countryCode: '+1', phoneNumber: '', template: '' } } as const
    expect((await read({ basicAuth: withoutPassword }, sms)).errors).toEqual(missing)
    const kept = await read({ basicAuth: withoutPassword }, stored)
    expect(kept.setting.request.basicAuth.password).toEqual(stored.request.basicAuth.password)
  })
})
