import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { freePort } from '@knockwire/db/testing/processes/free-port'
import { bareEnvironment } from '@knockwire/db/testing/processes/bare-environment'
import { programFile } from '@knockwire/db/testing/processes/program-file'
import { createTestDatabase } from '@knockwire/db/testing/test-database'
import { expect, it, onTestFinished } from 'vitest'

const script = programFile({
  source: new URL('migrate.ts', import.meta.url),
  bundle: new URL('../../dist/migrate.js', import.meta.url),
})

const migrate = (url: string, ...words: string[]) => {
  const env = { ...bareEnvironment(), DATABASE_URL: url, ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') }
  const child = execFile(process.execPath, [script, ...words], { env })
  let errors = ''
  const { stderr } = child
  if (stderr === null) throw new Error('The command has no output.')
  stderr.on('data', (text: string) => (errors += text))
  const ended = once(child, 'close').then(([code]: unknown[]) => ({ code, errors }))
  return { ended, stderr }
}

it('the migration waits for a database that does not answer yet, says why, and migrates it once it does', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const url = new URL(database.url)
  const [upstream, host] = [Number(url.port), url.hostname]
  url.port = String(await freePort())
  url.hostname = '127.0.0.1'
  const { ended, stderr } = migrate(url.href)
  const [line] = await once(stderr, 'data')
  expect(String(line)).toContain('"reason":"The database does not answer (ECONNREFUSED)."')
  const proxy = createServer((socket) => {
    const server = connect(upstream, host)
    socket.pipe(server).pipe(socket)
    for (const end of [socket, server]) end.on('error', () => void [socket, server].map((one) => one.destroy()))
  })
  proxy.listen(Number(url.port), '127.0.0.1')
  onTestFinished(() => void proxy.close())
  expect((await ended).code).toBe(0)
})

it('the migration waits no longer than its limit', async () => {
  const { ended } = migrate(`postgres://nobody@127.0.0.1:${await freePort()}/none`, '--wait', '0')
  expect(await ended).toEqual({
    code: 1,
    errors: 'The database does not answer (ECONNREFUSED). This was tried for 0 seconds.\n',
  })
  expect((await migrate('postgres://nobody@127.0.0.1/none', '--wait', 'soon').ended).errors).toBe(
    '--wait takes a number of seconds, not "soon".\n',
  )
})
