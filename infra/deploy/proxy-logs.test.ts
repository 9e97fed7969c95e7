import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'vitest'
import { root } from '../process/root.ts'

const read = (file: string) => readFile(join(root, 'deploy', file), 'utf8')
const withoutComments = (text: string) => text.replaceAll(/^\s*#.*$/gm, '')

describe('the examples of the proxies log no address of a receiver', () => {
  it('nginx: the log of their server has no path, its errors no request line, and the server that redirects logs nothing', async () => {
    const text = withoutComments(await read('nginx.conf'))
    const format = /log_format knockwire '([^']+)'/.exec(text)?.[1] ?? ''
    assert.match(format, /\$status/)
    assert.doesNotMatch(
      format,
      /\$(?:request\b(?!_)|request_uri|uri|document_uri|args|query_string|http_referer|knockwire)/,
    )
    const [, ...servers] = text.split(/^server \{$/m)
    const ofReceivers = servers.filter((server) => /server_name .*hooks\.example\.com/.test(server))
    assert.equal(ofReceivers.length, 2)
    for (const server of ofReceivers)
      assert.match(server, /access_log off;|access_log \S+ knockwire;\s+error_log \S+ crit;/)
  })

  it('HAProxy: the format of its log has no path', async () => {
    const text = withoutComments(await read('haproxy.cfg'))
    assert.doesNotMatch(text, /option httplog/)
    const format = /log-format "([^"]+)"/.exec(text)?.[1] ?? ''
    assert.match(format, /%ST/)
    assert.doesNotMatch(format, /%(?:\{\+Q\})?(?:r|HU|HP|HPO|HQ)\b|path|url/)
  })
})
