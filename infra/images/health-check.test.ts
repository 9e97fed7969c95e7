import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { it, onTestFinished } from 'vitest'
import { root } from '../process/root.ts'
import { runProgram } from '../process/run-program.ts'

const containerfile = (await readFile(join(root, 'infra/images/Containerfile'), 'utf8')).replaceAll('\\\n', '')
/** What a container engine runs in an image, as the Containerfile has it. */
const commands = [...containerfile.matchAll(/^HEALTHCHECK .*? CMD (\[.*\])$/gm)].map(
  ([, command]) => JSON.parse(command ?? '') as string[],
)

/** Listens on the first of `ports` that is free here, and gives it. */
const listen = async (ports: number[], answer: RequestListener): Promise<number> => {
  for (const port of ports) {
    const server = createServer(answer).listen(port, '127.0.0.1')
    const [address] = await once(server, 'listening').then(
      () => [server.address()],
      () => [],
    )
    if (!(address instanceof Object)) continue
    onTestFinished(() => void server.close())
    return address.port
  }
  return assert.fail('None of the ports is free.')
}

/** The exit code of an image's health check where its app listens on `port`. */
const checked = async (command: string[], port: number) => {
  const [, ...args] = command
  const env = { PORT: String(port), EXECUTOR_PORT: String(port) }
  return (await runProgram({ command: process.execPath, args, env })).code
}

it('both images have a health check, which node runs', () => {
  assert.deepEqual(
    commands.map(([program]) => program),
    ['node', 'node'],
  )
})

it('the health checks find an app healthy that is ready, also on a port that browsers block', async () => {
  const paths: unknown[] = []
  const port = await listen([6000, 6665, 6666, 6667, 6668, 6669, 6697, 10080], ({ url }, response) => {
    paths.push(url)
    response.end('ok')
  })
  await assert.rejects(fetch(`http://127.0.0.1:${port}/readyz`))
  for (const command of commands) assert.equal(await checked(command, port), 0)
  assert.deepEqual(paths, ['/readyz', '/readyz'])
})

it('the health checks find an app unhealthy that answers 503, and one that does not answer', async () => {
  const unready = await listen([0], (_, response) => response.writeHead(503).end('no database'))
  const silent = await listen([0], (_, response) => response.destroy())
  for (const command of commands) {
    assert.equal(await checked(command, unready), 1)
    assert.equal(await checked(command, silent), 1)
  }
})
