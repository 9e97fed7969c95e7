import { Agent, request } from 'undici'

/** What undici alone reaches: calls the target for some seconds and records nothing. */
const [origin = '', seconds = '5', connections = '64'] = process.argv.slice(2)
const agent = new Agent({ connections: Number(connections), pipelining: 1 })
const headers = { 'user-agent': 'Knockwire/bench', 'knockwire-execution-id': '00000000-0000-7000-8000-000000000000' }
const until = performance.now() + Number(seconds) * 1000
let count = 0

const loop = async () => {
  while (performance.now() < until) {
    const { body } = await request(origin, { dispatcher: agent, headers })
    await body.text()
    count += 1
  }
}

const startedAt = performance.now()
await Promise.all(Array.from({ length: Number(connections) }, loop))
const elapsed = (performance.now() - startedAt) / 1000
process.stdout.write(
  `${JSON.stringify({ perSecond: count / elapsed, cpuSecondsPerCall: (process.cpuUsage().user + process.cpuUsage().system) / 1e6 / count })}\n`,
)
await agent.close()
