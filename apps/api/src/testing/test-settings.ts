import { fileURLToPath } from 'node:url'
import { openInstance, signInMethods } from '@knockwire/domain/instance/instance-rules'
import { parseKeyring } from '@knockwire/services/secrets/secrets'
import type { Settings } from '../settings.ts'

export const testSettings = (databaseUrl: string, changes: Partial<Settings> = {}): Settings => ({
  role: 'all',
  databaseUrl,
  databasePoolerUrl: null,
  databasePoolSize: 10,
  keyring: parseKeyring(Buffer.alloc(32, 7).toString('base64')),
  host: '127.0.0.1',
  port: 0,
  publicOrigin: 'http://127.0.0.1:3000',
  receiverOrigin: 'http://127.0.0.1:3001',
  receiverPort: 0,
  trustProxy: false,
  outboundAllowCidrs: ['127.0.0.0/8', '::1'],
  operatorHost: '127.0.0.1',
  operatorPort: 0,
  operatorPorts: [],
  logLevel: 'info',
  webRoot: fileURLToPath(new URL('./web-root', import.meta.url)),
  siteRoot: fileURLToPath(new URL('./site-root', import.meta.url)),
  supportEmail: 'support@knockwire.example',
  requestsPerMinute: 100_000,
  ratesRequestsPerMinute: 100_000,
  signUpsPerHour: 1000,
  codesPerHour: 1000,
  isEmbedded: true,
  demo: null,
  instance: changes.oidc ? { ...openInstance, signInMethods: [...signInMethods] } : openInstance,
  oidc: null,
  slack: null,
  stripe: null,
  tracing: null,
  twilioAuthToken: null,
  ...changes,
})
