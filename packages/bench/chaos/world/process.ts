import { once } from 'node:events'
import { sleep } from '../../parts/bench.ts'
import type { Child } from '../../parts/child.ts'

/** A process of the product under an operator that starts it again whenever it is not there. */
export interface Supervised {
  kill: () => Promise<void>
  /** Asks it to end; resolves when it has, and kills one that does not. */
  terminate: () => Promise<void>
  freeze: () => void
  thaw: () => void
  /** Resolves when it is up again. */
  start: () => Promise<void>
}

/** An executor lets its calls end for some seconds; nothing takes longer. */
const longestEndMs = 60_000

/**
 * @param onEnd - is given how it ended where nobody had ended it.
 */
export const supervise = (launch: () => Promise<Child>, onEnd: (how: string) => void): Supervised => {
  let child: Child | null = null
  const end = async (signal: NodeJS.Signals) => {
    const ending = child
    child = null
    if (ending === null) return
    const ended = once(ending.process, 'exit')
    ending.process.kill(signal)
    const timer = setTimeout(() => {
      onEnd(`it did not end within ${longestEndMs} ms of ${signal}`)
      ending.process.kill('SIGKILL')
    }, longestEndMs)
    await ended
    clearTimeout(timer)
  }
  const start = async () => {
    for (let tries = 0; child === null; tries += 1) {
      // Without its database it may give up starting, and is started again.
      const launched = await launch().catch((error: unknown) => {
        if (tries > 200) throw error
        return null
      })
      if (launched === null) await sleep(300)
      else {
        child = launched
        launched.process.once('exit', (code, signal) => {
          if (child !== launched) return
          child = null
          onEnd(`it exited unexpectedly: ${code ?? signal}`)
        })
      }
    }
  }
  return {
    kill: () => end('SIGKILL'),
    terminate: () => end('SIGTERM'),
    freeze: () => void child?.process.kill('SIGSTOP'),
    thaw: () => void child?.process.kill('SIGCONT'),
    start,
  }
}
