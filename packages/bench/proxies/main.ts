import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { proxies } from './proxies.ts'
import { tryProxy } from './trial.ts'

const usage = `pnpm proxies:try [--only NAME]
Starts the built product (pnpm build) behind Caddy, nginx and HAProxy with the examples of deploy/, on loopback and with TLS: signs up,
sends webhooks and calls of the largest size and a header of 60 KiB, exports, and restarts both of its processes twice under load. Ends
with 1 where anything fails, a request is answered with 5xx or not at all, or a webhook that was acknowledged is not stored. A
proxy that is not installed is left out (Debian: apt-get install caddy nginx haproxy). --only caddy, nginx or haproxy tries one.`

const { values } = parseArgs({ options: { only: { type: 'string' }, help: { type: 'boolean' } } })
const chosen = proxies.filter(
  ({ name }) => values.only === undefined || name.toLowerCase() === values.only.toLowerCase(),
)

if (values.help === true || chosen.length === 0) {
  console.log(usage)
  process.exitCode = values.help === true ? 0 : 2
} else {
  const isBuilt = existsSync(new URL('../../../apps/api/dist/main.js', import.meta.url))
  for (const proxy of chosen) {
    const program = proxy.program()
    if (program === null) {
      console.log(`${proxy.name} is not installed here, so it is left out.`)
      continue
    }
    const seen = await tryProxy(proxy, program, isBuilt ? 'bundle' : 'source', console.log)
    console.log(`${proxy.name}:`, seen)
    const failed = Object.values(seen.failures).reduce((sum, count) => sum + count, 0)
    const isRight = failed === 0 && seen.stored >= seen.acknowledged
    console.log(
      isRight ? `${proxy.name}: nothing was lost in ${seen.restarts} restarts.` : `${proxy.name}: that is wrong.`,
    )
    if (!isRight) process.exitCode = 1
  }
}
