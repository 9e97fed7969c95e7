import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const usage = `pnpm fuzz [--minutes 10] [--seed N]
Tries every route of the API with inputs made from its description, and conditions, templates, cron expressions, JSON
paths and selectors with whatever may be written, for so long. The same seed makes the same inputs in the same order. Ends
with 1 and the smallest input that shows it where something fails.`

const { values } = parseArgs({
  options: { minutes: { type: 'string' }, seed: { type: 'string' }, help: { type: 'boolean' } },
})
const minutes = Number(values.minutes ?? 10)
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
const root = fileURLToPath(new URL('../..', import.meta.url))

if (values.help === true || !(minutes > 0) || !Number.isInteger(seed)) {
  console.log(usage)
  process.exitCode = values.help === true ? 0 : 2
} else {
  console.log(`Seed ${seed}, ${minutes} minutes`)
  const env = { ...process.env, FUZZ_SECONDS: String(minutes * 60), FUZZ_SEED: String(seed) }
  const child = spawn('vitest', ['run', '--reporter=verbose', '/fuzz/'], { cwd: root, env, stdio: 'inherit' })
  child.on('exit', (code) => (process.exitCode = code ?? 1))
}
