import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { parse } from 'yaml'
import { sleep } from '../parts/bench.ts'
import type { Programs } from '../restore/product.ts'
import { findPrometheus, startPrometheus } from './prometheus.ts'
import { scaleRules } from './scale-rules.ts'
import { type Trial, trials } from './trials.ts'
import { startWorld } from './world.ts'

const usage = `pnpm alerts:try [--speed 20] [--only WORDS] [--bundles]
Loads the shipped alert rules into a real Prometheus, with every time in them so many times shorter, beside its own product, and
breaks that in one way after the other: the alerts of each fault have to fire, no others may, and none while nothing is wrong.
--only: the trials whose name matches this expression. --bundles: runs what "pnpm build" made instead of the sources.
Needs Prometheus (Debian: apt-get install prometheus); where there is none, it says so and ends with 0. Takes about eight minutes.`

const { values } = parseArgs({
  options: {
    speed: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    bundles: { type: 'boolean', default: false },
    help: { type: 'boolean' },
  },
})
const speed = Number(values.speed)
const rulesFile = new URL('../../../infra/helm/knockwire/monitoring/alerts.yaml', import.meta.url)

/** Each rule's delay and range passed: 20 minutes of the shipped ones, and an alert still to come would have come. */
const quietMs = (20 * 60_000) / speed
const longestMs = 90_000

const tryOne = async (trial: Trial, program: string, kind: Programs): Promise<string[]> => {
  const rules = scaleRules(parse(await readFile(rulesFile, 'utf8')), speed)
  const world = await startWorld(kind)
  const prometheus = await startPrometheus({ program, rules, targets: world.ports })
  try {
    // Each rule has seen the server while all was well.
    await sleep(8000)
    const early = await prometheus.firing()
    if (early.length > 0) return [`before anything was broken: ${early.join(', ')}`]
    const again = await trial.break(world)
    const seen = new Set<string>()
    const startedAt = performance.now()
    const isOver = () => {
      const passed = performance.now() - startedAt
      return (
        passed > longestMs ||
        (passed > quietMs / 2 &&
          trial.fires.every((alert) => seen.has(alert)) &&
          passed > (trial.fires.length === 0 ? quietMs : 0))
      )
    }
    while (!isOver()) {
      await Promise.all([again?.(), sleep(1000)])
      for (const alert of await prometheus.firing()) seen.add(alert)
    }
    const missing = trial.fires.filter((alert) => !seen.has(alert)).map((alert) => `${alert} did not fire`)
    const expected = new Set([...trial.fires, ...(trial.may ?? [])])
    return [...missing, ...[...seen].filter((alert) => !expected.has(alert)).map((alert) => `${alert} fired`)]
  } finally {
    await prometheus.stop()
    await world.stop()
  }
}

const tryAll = async (program: string, kind: Programs) => {
  for (const trial of trials.filter(({ name }) => new RegExp(values.only).test(name))) {
    const problems = await tryOne(trial, program, kind)
    const outcome = problems.length === 0 ? trial.fires.join(', ') || 'no alert' : `WRONG: ${problems.join('; ')}`
    console.log(`${trial.name}: ${outcome}`)
    if (problems.length > 0) process.exitCode = 1
  }
}

const program = findPrometheus()
if (values.help === true || !(speed >= 1)) {
  console.log(usage)
  process.exitCode = values.help === true ? 0 : 2
} else if (program === null) console.log('Skipped: Prometheus is not installed (Debian: apt-get install prometheus).')
else await tryAll(program, values.bundles ? 'bundle' : 'source')
