import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'vitest'
import { root } from '../process/root.ts'

const read = (file: string) => readFile(join(root, file), 'utf8')

/** The keys of the schemas that the apps check their environment with. */
const settingsOf = async (file: string): Promise<string[]> =>
  [...(await read(file)).matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name ?? '')

const files = [
  'apps/api/src/settings.ts',
  'apps/api/src/provider-settings.ts',
  'apps/api/src/instance-settings.ts',
  'apps/executor/src/settings.ts',
  'packages/services/src/settings/shared-settings.ts',
  'packages/services/src/settings/provider-settings.ts',
  'packages/services/src/settings/limit-settings.ts',
  'packages/services/src/settings/outbound-proxy.ts',
  'packages/services/src/billing/stripe-settings.ts',
  'packages/services/src/tracing/tracing-settings.ts',
]

it('every setting of the apps is in .env.example and in the README', async () => {
  const [example, readme] = await Promise.all([read('.env.example'), read('README.md')])
  const names = new Set((await Promise.all(files.map(settingsOf))).flat())
  for (const name of ['PUBLIC_ORIGIN', 'SLACK_CLIENT_ID', 'EXECUTOR_PORT', 'TWILIO_FROM', 'STRIPE_PRICE_HOBBY'])
    assert.ok(names.has(name), name)
  for (const name of names) {
    assert.match(example, new RegExp(`^#?${name}=`, 'm'))
    assert.match(readme, new RegExp('`' + name + '`'))
  }
})
