import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { planOf } from './plan.ts'
import { printJudged } from './print-judged.ts'
import { type ChaosResult, runChaos } from './run.ts'

const usage = `pnpm chaos [--minutes 10] [--seed N]
Two executors, an API with its receivers, a target and a PostgreSQL behind a link that may fail, all of them real. For so
many minutes faults happen to each of them while tasks are due, changed and deleted, targets complete executions later, and
requests are received, of which some are the signals of heartbeats; then all comes to rest, and what is recorded is compared
with what was demanded: docs/testing/chaos.md says how. The same seed plans the same faults. Ends with 1
where something was lost, doubled, missed or miscounted.`

const { values } = parseArgs({
  options: { minutes: { type: 'string' }, seed: { type: 'string' }, help: { type: 'boolean' } },
})
const minutes = Number(values.minutes ?? 10)
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))

const countBy = (names: readonly string[]): string =>
  [...Map.groupBy(names, (name) => name)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, all]) => `${name} ${all.length}`)
    .join(', ')

const printReport = ({ record, judged, violations }: ChaosResult) => {
  const callsOf = Map.groupBy(record.calls, ({ executionId }) => executionId)
  console.log(`Faults: ${countBy(record.faults.map(({ what }) => what))}`)
  console.log(`Of the user: ${countBy(record.operations.map(({ kind, outcome }) => `${kind} ${outcome}`))}`)
  console.log(`Executions: ${countBy(record.executions.map(({ status, errorCode }) => errorCode ?? status))}`)
  console.log(
    `Executions that called more than once: ${[...callsOf.values()].filter(({ length }) => length > 1).length}`,
  )
  console.log(
    `Requests sent: ${countBy(record.sent.map(({ outcome }) => outcome))}; recorded ${record.requests.length}`,
  )
  console.log(`Deliveries: ${countBy(record.deliveries.map(({ type, status }) => `${type} ${status}`))}`)
  console.log(`Counts: ${record.counts.map(({ what, counted }) => `${what} ${counted}`).join(', ')}`)
  console.log(`No schedule was overdue ${(record.caughtUpMs / 1000).toFixed(1)} seconds later`)
  printJudged(judged, record.faults.length)
  for (const [kind, all] of Map.groupBy(violations, ({ kind: name }) => name)) {
    console.log(`VIOLATION ${kind}: ${all.length}`)
    for (const { detail } of all.slice(0, 10)) console.log(`  ${detail}`)
  }
  if (violations.length === 0) console.log('Nothing was lost, doubled, missed or miscounted.')
}

if (values.help === true || !(minutes > 0) || !Number.isInteger(seed)) {
  console.log(usage)
  process.exitCode = values.help === true ? 0 : 2
} else {
  const name = join(tmpdir(), `knockwire-chaos-${seed}`)
  console.log(`Seed ${seed}, ${minutes} minutes; the processes' warnings are in ${name}.log`)
  const startedAt = performance.now()
  const result = await runChaos(planOf(seed, minutes * 60_000), `${name}.log`)
  printReport(result)
  if (result.violations.length > 0) {
    await writeFile(`${name}.json`, JSON.stringify(result))
    console.log(`All that is known of the run is in ${name}.json`)
    process.exitCode = 1
  }
  console.log(`Took ${Math.round((performance.now() - startedAt) / 1000)} seconds.`)
}
