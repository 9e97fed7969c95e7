import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { during } from './testing/calls.ts'
import { untrusted } from './testing/certificates.ts'
import { startHttps } from './testing/servers.ts'

const program = (url: string) => `
  import { createOutboundClient } from ${JSON.stringify(new URL('create-client.ts', import.meta.url).href)}
  const client = createOutboundClient({ allowCidrs: ['127.0.0.0/8'], userAgent: 'test' })
  const request = { uri: ${JSON.stringify(url)}, method: 'GET', headers: [], followRedirect: true, allowInsecureCerts: false }
  const outcome = await client.send(request)
  console.log(outcome.kind === 'response' ? outcome.statusCode : outcome.code)
  await client.close()
`

it('calls trust the authorities of NODE_EXTRA_CA_CERTS beside the public ones', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'knockwire-ca-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'ca.pem')
  await writeFile(file, untrusted.cert)
  const target = await during(startHttps(untrusted, (_request, response) => response.end('secure')))
  const call = async (authorities: string) => {
    const args = ['--input-type=module', '--eval', program(target.origin)]
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: authorities },
    })
    return stdout.trim()
  }
  expect(await call(file)).toBe('200')
  expect(await call('')).toBe('TLS_INVALID')
})
