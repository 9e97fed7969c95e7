import { availableParallelism } from 'node:os'
import { runProgram } from '../process/run-program.ts'
import { allChecks, type Check } from './checks.ts'

const passes = async (check: Check): Promise<boolean> => {
  const startedAt = performance.now()
  const { code, output } = await runProgram(check)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${seconds.padStart(5)} s  ${check.name}`)
  if (code !== 0) console.log(`\n${output.trim()}\n`)
  return code === 0
}

const waiting = await allChecks()
const failed: string[] = []

const work = async (): Promise<void> => {
  for (let check = waiting.shift(); check; check = waiting.shift()) {
    if (!(await passes(check))) failed.push(check.name)
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, work))

console.log(failed.length === 0 ? '\nEverything is in order.' : `\nNot in order: ${failed.join(', ')}.`)
process.exit(failed.length === 0 ? 0 : 1)
