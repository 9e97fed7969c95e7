import { expect, it } from 'vitest'
import { settingsInForce } from './settings-in-force.ts'

it('settings are as the environment has them: lists with commas, and of a secret only whether it is set', () => {
  const operators = ['olga@example.com', 'sven@example.com']
  const env = {
    PORT: 3000,
    OPERATORS: operators,
    ALLOWED_DOMAINS: [],
    SMTP_URL: 'smtp://u:p@mail',
    OIDC_ISSUER: undefined,
  }
  expect(settingsInForce(env)).toEqual([
    { name: 'ALLOWED_DOMAINS', value: null, isSecret: false },
    { name: 'OIDC_ISSUER', value: null, isSecret: false },
    { name: 'OPERATORS', value: 'olga@example.com,sven@example.com', isSecret: false },
    { name: 'PORT', value: '3000', isSecret: false },
    { name: 'SMTP_URL', value: null, isSecret: true },
  ])
})
