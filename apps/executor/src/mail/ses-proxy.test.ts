import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { trusted } from '@knockwire/outbound/testing/certificates'
import { startConnectProxy } from '@knockwire/outbound/testing/connect-proxy'
import { startHttps } from '@knockwire/outbound/testing/servers'
import { callProvidersThrough } from '@knockwire/services/settings/outbound-proxy'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createSesMailer } from './ses.ts'

it('mail goes to Amazon SES through the proxy', async () => {
  const authorities = getCACertificates('default')
  setDefaultCACertificates([...authorities, trusted.cert])
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'id')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  vi.stubEnv('AWS_ENDPOINT_URL_SESV2', 'https://target.test')
  const provider = await startHttps(trusted, (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"MessageId":"m-1"}'),
  )
  const proxy = await startConnectProxy(provider.port)
  const restore = callProvidersThrough({ url: proxy.url, noProxy: '' })
  const mailer = createSesMailer('eu-central-1', 'Knockwire <no-reply@knockwire.example>', 5_000)
  onTestFinished(async () => {
    mailer.close()
    restore()
    vi.unstubAllEnvs()
    setDefaultCACertificates(authorities)
    await proxy.close()
    await provider.close()
  })
  expect(await mailer.send({ to: 'one@example.com', subject: 'Down', text: 'It is down.' })).toBe('m-1')
  expect(proxy.targets).toEqual(['target.test:443'])
})
