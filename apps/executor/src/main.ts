import { withSourcePositions } from '@knockwire/services/source-positions'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'

/**
 * Left to itself, V8 lets the young generation grow to 128 MB, and the old one to several times what is in use before it
 * collects: at 5000 runs a second the process took 420 MB. A thread's young generation can be limited, with room left for
 * large bodies; how far an old generation grows, in percent, is one setting for all threads. See
 * docs/decisions/0007-the-executor-runs-in-a-thread-of-bounded-memory.md.
 *
 * At full speed much is in hand, so V8 learns that what some lines of the code make lives long, and makes it in the old
 * generation from then on, for as long as the process runs.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 768 }
setFlagsFromString('--heap-growing-percent=20')
setFlagsFromString('--no-allocation-site-pretenuring')

const worker = new Worker(new URL('./thread.ts', import.meta.url), { resourceLimits, execArgv: [] })
worker.on('error', (error) => {
  process.stderr.write(`${withSourcePositions(error.stack ?? String(error))}\n`)
  process.exitCode = 1
})
worker.on('exit', (code) => process.exit(process.exitCode ?? code))
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => worker.postMessage(signal, []))
