import { describe, expect, it } from 'vitest'
import { readSettings } from './settings.ts'

const base = {
  DATABASE_URL: 'postgres://knockwire@127.0.0.1/knockwire',
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
}
const slack = {
  SLACK_CLIENT_ID: '1.2',
  SLACK_CLIENT_SECRET: 'client-secret-of-32-characters',
  SLACK_SIGNING_SECRET: 'signing-secret-of-32-characters',
  SLACK_STATE_SECRET: 'state-secret-of-32-characters',
}

describe('the providers’ settings', () => {
  it('may all be left out', () => {
    expect(readSettings(base)).toMatchObject({ slack: null, twilioAuthToken: null })
    expect(readSettings({ ...base, SLACK_CLIENT_ID: '', TWILIO_AUTH_TOKEN: '' })).toMatchObject({ slack: null })
  })

  it('point to Slack itself, unless configured otherwise', () => {
    expect(readSettings({ ...base, ...slack }).slack).toEqual({
      clientId: '1.2',
      clientSecret: slack.SLACK_CLIENT_SECRET,
      signingSecret: slack.SLACK_SIGNING_SECRET,
      stateSecret: slack.SLACK_STATE_SECRET,
      authorizationUrl: 'https://slack.com/oauth/v2/authorize',
      apiUrl: 'https://slack.com/api/',
    })
    const elsewhere = { SLACK_AUTHORIZATION_URL: 'http://127.0.0.1:9/a', SLACK_API_URL: 'http://127.0.0.1:9/api/' }
    expect(readSettings({ ...base, ...slack, ...elsewhere }).slack).toMatchObject({
      authorizationUrl: elsewhere.SLACK_AUTHORIZATION_URL,
      apiUrl: elsewhere.SLACK_API_URL,
    })
  })

  it.each(Object.keys(slack))('name %s where it is the one that is missing', (name) => {
    expect(() => readSettings({ ...base, ...slack, [name]: undefined })).toThrow(`${name} is not set.`)
  })

  it('reject a secret that can be guessed, without repeating it', () => {
    expect(() => readSettings({ ...base, ...slack, SLACK_STATE_SECRET: 'hunter2' })).toThrow(
      /^SLACK_STATE_SECRET is not usable: (?!.*hunter2)/,
    )
  })
})
