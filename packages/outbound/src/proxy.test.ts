import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { clientFor, during, failureIn, requestTo, textIn } from './testing/calls.ts'
import { trusted } from './testing/certificates.ts'
import { startConnectProxy } from './testing/connect-proxy.ts'
import { startHttp, startHttps } from './testing/servers.ts'

beforeAll(() => setDefaultCACertificates([...getCACertificates('default'), trusted.cert]))

const publicAddress = '93.184.215.14'
const publicV6 = '2606:2800:21f:cb07:6820:80da:af6b:8b2c'

const proxyTo = async (...[port, statusOf]: Parameters<typeof startConnectProxy>) => {
  const proxy = await startConnectProxy(port, statusOf)
  onTestFinished(proxy.close)
  return proxy
}

const clientBehind = (url: string, addresses: readonly string[] = [publicAddress], noProxy = '') =>
  clientFor({ proxy: { url, noProxy }, resolve: async () => addresses })

const plainTarget = () => during(startHttp((_request, response) => response.end('plain')))

describe('calls through a proxy', () => {
  it('are tunnelled by CONNECT to the address that was vetted, in the clear and in TLS, which ends at the target', async () => {
    const plain = await plainTarget()
    const secure = await during(startHttps(trusted, (_request, response) => response.end('secure')))
    const toPlain = await proxyTo(plain.port)
    const toSecure = await proxyTo(secure.port)

    expect(textIn(await clientBehind(toPlain.url).send(requestTo('http://target.test/')))).toBe('plain')
    expect(textIn(await clientBehind(toSecure.url).send(requestTo('https://target.test/')))).toBe('secure')
    // Never a name, which the proxy could resolve to an inner address.
    expect([toPlain.targets, toSecure.targets]).toEqual([[`${publicAddress}:80`], [`${publicAddress}:443`]])
    const failure = failureIn(await clientBehind(toSecure.url).send(requestTo('https://other.test/')))
    expect(failure.code).toBe('TLS_INVALID')
  })

  it('keep the connection for the next call', async () => {
    const target = await plainTarget()
    const proxy = await proxyTo(target.port)
    const client = clientBehind(proxy.url)
    for (let count = 0; count < 3; count += 1)
      expect(textIn(await client.send(requestTo('http://target.test/')))).toBe('plain')
    expect(proxy.targets).toHaveLength(1)
  })

  it.each(['10.0.0.5', '169.254.169.254', '::ffff:192.168.0.1', 'fd00::1'])(
    'are refused before the proxy is asked where the name leads to %s',
    async (address) => {
      const target = await plainTarget()
      const proxy = await proxyTo(target.port)
      const failure = failureIn(await clientBehind(proxy.url, [address]).send(requestTo('http://target.test/')))
      expect(failure.code).toBe('BLOCKED_ADDRESS')
      expect(proxy.targets).toEqual([])
    },
  )

  it('are vetted again at each redirect', async () => {
    const target = await during(
      startHttp((_request, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end()),
    )
    const proxy = await proxyTo(target.port)
    const failure = failureIn(await clientBehind(proxy.url).send(requestTo('http://target.test/')))
    expect(failure.code).toBe('BLOCKED_ADDRESS')
    expect(proxy.targets).toEqual([`${publicAddress}:80`])
  })

  it('bring the credentials of the setting', async () => {
    const target = await plainTarget()
    const proxy = await proxyTo(target.port)
    const url = proxy.url.replace('http://', 'http://egress:p%40ss%3Aword@')
    await clientBehind(url).send(requestTo('http://target.test/'))
    expect(proxy.authorizations).toEqual([`Basic ${Buffer.from('egress:p@ss:word').toString('base64')}`])
  })

  it.each([
    [403, 'BLOCKED_ADDRESS', 'the proxy that this server calls through refuses it'],
    [407, 'INTERNAL', 'an error on this server'],
    [502, 'CONNECTION_REFUSED', 'could not be reached'],
  ])('that the proxy answers with %i fail as %s', async (status, code, words) => {
    const target = await plainTarget()
    const proxy = await proxyTo(target.port, () => status)
    const failure = failureIn(await clientBehind(proxy.url).send(requestTo('http://target.test/')))
    expect(failure).toMatchObject({ code, message: expect.stringContaining(words) })
  })

  it('try the next address of a name where the proxy does not reach the first', async () => {
    const target = await plainTarget()
    const proxy = await proxyTo(target.port, (connectTo) => (connectTo.startsWith('[') ? 502 : 200))
    const client = clientBehind(proxy.url, [publicV6, publicAddress])
    expect(textIn(await client.send(requestTo('http://target.test/')))).toBe('plain')
    expect(proxy.targets).toEqual([`[${publicV6}]:80`, `${publicAddress}:80`])
  })

  it('are nobody’s fault but this server’s where the proxy is not there', async () => {
    const proxy = await startConnectProxy(1)
    await proxy.close()
    const failure = failureIn(await clientBehind(proxy.url).send(requestTo('http://target.test/')))
    expect(failure.code).toBe('INTERNAL')
  })

  it('end in time where the proxy does not answer', async () => {
    const target = await plainTarget()
    const proxy = await proxyTo(target.port, () => null)
    const client = clientFor({
      proxy: { url: proxy.url, noProxy: '' },
      resolve: async () => [publicAddress],
      timeoutMs: 200,
    })
    const failure = failureIn(await client.send(requestTo('http://target.test/')))
    expect(failure.code).toBe('CONNECTION_REFUSED')
    expect(failure.responseTimeMs).toBeLessThan(2_000)
  })

  it('do not go through it to loopback, nor to what the exceptions name', async () => {
    const target = await plainTarget()
    const proxy = await proxyTo(target.port)
    const client = clientBehind(proxy.url, ['127.0.0.1'], 'inner.example')
    expect(textIn(await client.send(requestTo(target.origin)))).toBe('plain')
    expect(textIn(await client.send(requestTo(`http://inner.example:${target.port}/`)))).toBe('plain')
    expect(proxy.targets).toEqual([])
  })
})
